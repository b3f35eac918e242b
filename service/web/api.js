// The page's conversation with the service: as the account of this browser, in its language.

import { token } from "./account.js";
import { ROOT } from "./address.js";
import { Client } from "./client.js";
import { language } from "./settings.js";

export const client = new Client(ROOT, { token, headers: () => ({ "Accept-Language": language() }) });
export const request = client.request.bind(client);
export const get = client.get.bind(client);
export const post = client.post.bind(client);
