// What can be done in the room of an open game, and its invite code: streams do not tell it, so the host's page asks once.

import { get, request } from "../api.js";
import { go, onceAtATime, redraw } from "../page.js";

/** Game → its code; "" while it is asked for. @type {Map<string, string>} */
const codes = new Map();

/** The code of an open private game; "" until it is known. @param {import("../types.js").View} view the host's */
export function codeOf(view) {
  if (view.code) keepCode(view);
  const known = codes.get(view.id);
  if (known !== undefined) return known;
  codes.set(view.id, "");
  get(`/v1/games/${view.id}`).then(keepCode, () => codes.delete(view.id)).finally(redraw);
  return "";
}

/** Remember the code that an answer holds. @param {import("../types.js").View} view */
function keepCode({ id, code }) {
  if (code) codes.set(id, code);
}

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
