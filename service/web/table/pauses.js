// Pauses: the clocks stand still while all people at the table agree.

import { h } from "../dom.js";
import { request } from "../api.js";
import { enumerate, t } from "../language/texts.js";
import { untilText } from "../start/words.js";
import { clockText } from "./clocks.js";
import { isPlaying } from "./menu_sheets.js";
import { missingAnswers } from "./rewinds.js";
import { ownSeat } from "./rules.js";
import { seatNames } from "./seats.js";

/** Agree to the pause for which somebody asks; or end, decline or withdraw it. @param {string} game @param {boolean} pause @param {string} [question] when it expires */
const wantPause = (game, pause, question) => request("PUT", `/v1/games/${game}/seats/me/pause`, { body: { pause, expires_at: question } });

/**
 * A pause, or the question for one, with what this seat can answer; null without one, and when the question has expired.
 * @param {import("./seats.js").View} view @param {import("./seats.js").Facts} facts @param {string} game
 */
export function pausePanel(view, facts, game) {
  const pause = view.pause;
  if (!pause || (!pause.until && facts.now >= Date.parse(pause.expires_at))) return null;
  const mayAnswer = isPlaying(view) && !ownSeat(view).away;
  const button = (/** @type {boolean} */ wanted, /** @type {string} */ text) =>
    h("button", { key: text, type: "button", class: `button ${wanted ? "" : "quiet"}`, onclick: () => wantPause(game, wanted, wanted ? pause.expires_at : undefined) }, t(text));
  return h("section", { class: "sheet attention", key: "pause", role: "status" },
    pause.until ? pauseText(pause.until, facts) : questionText(view, pause, facts),
    mayAnswer && h("p", { class: "row" },
      pause.until ? h("button", { type: "button", class: "button", onclick: () => wantPause(game, false) }, t("menu.pause.end"))
        : pause.agreed.some((seat) => seat === view.seat) ? button(false, "menu.rewind.withdraw")
        : [button(true, "menu.rewind.accept"), button(false, "menu.rewind.decline")]));
}

/** @param {string} until RFC 3339 @param {import("./seats.js").Facts} facts */
const pauseText = (until, facts) => [
  h("p", { key: "what" }, h("b", null, t("menu.pause.paused")), " ", t("menu.pause.means")),
  h("p", { key: "until", class: "soft" }, t("menu.pause.until", { time: untilText(until, facts.now) })),
];

/** @param {import("./seats.js").View} view @param {NonNullable<import("./seats.js").View["pause"]>} pause @param {import("./seats.js").Facts} facts */
function questionText(view, { agreed, expires_at: expires }, facts) {
  const names = seatNames(view, facts);
  const missing = missingAnswers(view, { seat: agreed[0], accepted: agreed });
  return [
    h("p", { key: "what" }, h("b", null, t(agreed[0] === view.seat ? "menu.pause.own" : "menu.pause.asked", { name: names[agreed[0]] ?? "" })), " ", t("menu.pause.means")),
    h("p", { key: "until", class: "soft" }, t("table.waiting_for", { names: enumerate(missing.map((seat) => names[seat] ?? "")) }), " · ",
      t("menu.rewind.expires", { time: clockText(Math.max(0, (Date.parse(expires) - facts.now) / 1000)) })),
  ];
}
