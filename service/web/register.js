// New accounts at the service.

import { use, watchAs } from "./account.js";
import { get, post, Problem } from "./api.js";

/** Make an account with this name. @param {string} name @returns {Promise<import("./account.js").Account>} @throws {Problem} */
export async function register(name) {
  return use(await newAccount(name));
}

/** Make a guest's account, to watch with. It is nobody's: who plays chooses a name. @param {string} name */
export async function registerWatcher(name) {
  watchAs(await newAccount(name));
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
