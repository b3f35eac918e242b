// What can be done in the room of an open game.

import { request } from "../api.js";
import { onceAtATime, go } from "../page.js";
import { keepCode } from "./codes.js";

/**
 * The function `act` of a room.
 *
 * @param {string} game its id
 * @param {(view?: import("../types.js").View) => void} onDone gets the new view if the answer holds it; otherwise look again
 * @returns {import("./room.js").Act} which rejects with what the service refuses
 */
export function roomActions(game, onDone) {
  const at = `/v1/games/${game}`;
  /** @type {Record<string, (value: unknown) => [string, string, unknown?]>} */
  const requests = {
    join: (empire) => ["POST", "/seats", empire ? { empire } : {}],
    ready: (ready) => ["PUT", "/seats/me/ready", { ready }],
    start: () => ["POST", "/start"],
    table: (changes) => ["PATCH", "", changes],
    leave: () => ["DELETE", "/seats/me"],
    remove: (seat) => ["DELETE", `/seats/${seat}`],
    hand_on: (seat) => ["PUT", "/host", { seat }],
    new_code: () => ["POST", "/code"],
    invite: (player) => ["POST", "/invitations", { player }],
    withdraw: (player) => ["DELETE", `/invitations/${player}`],
  };
  return onceAtATime(async (what, value) => {
    const [method, path, body] = requests[what](value);
    const answer = await request(method, at + path, { body });
    if (what === "leave") return go("/");
    if (answer.body?.code) keepCode(answer.body);
    onDone(answer.body?.seats && answer.body.version ? answer.body : undefined);
  });
}
