// The account of this browser. Its token is kept here alone and is sent to this service alone.

import { post } from "./api.js";
import { keep, kept } from "./settings.js";

const KEY = "account";

/** @typedef {{ id: string, name: string, handle: string, token: string, recovery_code?: string }} Account */

/** The account, or null. @returns {Account | null} */
export function account() {
  return kept(KEY);
}

/** @returns {string | null} */
export function token() {
  return account()?.token ?? null;
}

/** Make an account with this name. @param {string} name @returns {Promise<Account>} @throws {import("./api.js").Problem} */
export async function register(name) {
  return use(await post("/v1/players", { name }));
}

/** Use this account from now on. @param {Account} found @returns {Account} */
export function use(found) {
  keep(KEY, found);
  return found;
}

/** Forget the account on this browser. It stays at the service. */
export function forget() {
  keep(KEY, null);
}
