// The account of this browser. Its token is kept here alone and is sent to this service alone.

import { keep, kept, stored } from "./settings.js";

const KEY = "account";
const WATCHER = "watcher";

/** @typedef {{ id: string, name: string, handle: string, token: string, recovery_code?: string }} Account */

/** The account, or null. @returns {Account | null} */
export function account() {
  return kept(KEY);
}

/** The token of the account; before there is one, that of a guest who watches. @returns {string | null} */
export function token() {
  return account()?.token ?? kept(WATCHER)?.token ?? null;
}

/** Whether there is an account that the browser does not store: it is lost when the page closes or reloads. */
export function isUnkept() {
  const mine = account();
  return mine !== null && stored(KEY)?.token !== mine.token;
}

/** Use this account from now on. @param {Account} found @returns {Account} */
export function use(found) {
  keep(KEY, found);
  return found;
}

/** Watch with this guest's account from now on, until there is one of a player. @param {Account} found */
export function watchAs(found) {
  keep(WATCHER, found);
}

/** Forget the account on this browser. It stays at the service. */
export function forget() {
  keep(KEY, null);
}
