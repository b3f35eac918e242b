// The account of this browser. Its token is kept here alone and is sent to this service alone.

import { get, post, Problem } from "./api.js";
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

/** Make an account with this name. @param {string} name @returns {Promise<Account>} @throws {import("./api.js").Problem} */
export async function register(name) {
  return use(await newAccount(name));
}

/** Make a guest's account, to watch with. It is nobody's: who plays chooses a name. @param {string} name */
export async function registerWatcher(name) {
  keep(WATCHER, await newAccount(name));
}

/** A new account. A service that is flooded wants a proof of work, which takes this browser a moment. @param {string} name */
async function newAccount(name) {
  try {
    return await post("/v1/players", { name });
  } catch (error) {
    if (!(error instanceof Problem && error.code === "proof_required")) throw error;
  }
  const [{ challenge, bits }, { solve }] = await Promise.all([get("/v1/registration"), import("./proof.js")]);
  const proof = challenge && { challenge, nonce: await solve(challenge, bits) };
  return post("/v1/players", { name, ...(proof && { proof }) });
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
