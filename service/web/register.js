// New accounts at the service.

import { account, use, watchAs } from "./account.js";
import { client } from "./api.js";
import { t } from "./language/texts.js";

/** Make an account with this name. @param {string} name @returns {Promise<import("./account.js").Account>} @throws {import("./client.js").Problem} */
export async function register(name) {
  return use(await client.register({ name }));
}

/** Give those who only watched an account to play with. Its name can be changed. */
export async function becomePlayer() {
  if (!account()) await register(t("table.guest"));
}

/** Make a guest's account, to watch with. It is nobody's: who plays chooses a name. @param {string} name */
export async function registerWatcher(name) {
  watchAs(await client.register({ name }));
}
