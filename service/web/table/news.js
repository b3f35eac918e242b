// What just happened: short sentences, the newest first; and what those who listen hear of it.

import { h } from "../dom.js";
import { announce } from "../page.js";
import { t } from "../language/texts.js";
import { mayMove } from "../settings.js";
import { seatMark } from "./seats.js";

/** An event as a sentence. `undone`: it was taken back later. @typedef {{ version: number, name: string, seat: number | null, text: string, undone?: boolean }} Entry */

const SHOWN = 40;
const VOICE_MS = 900;
const SPOKEN = 3;
/** What everybody should hear, the most important first. */
const LOUD = ["game_scored", "game_abandoned", "rewound", "rewind_proposed", "pause_agreed", "game_paused", "game_resumed", "supremacy_won", "picks_revealed", "card_constructed", "resources_produced", "hands_dealt", "planning_begun", "seat_resigned", "seat_taken_over", "seat_returned", "time_expired", "time_given_back"];
/** What begins something new gets a line above it. */
const BEGINNINGS = new Set(["hands_dealt", "planning_begun", "resources_produced", "pool_taken", "game_ended", "rewound"]);
/** What somebody is proud of is written in bold. */
const PROUD = new Set(["supremacy_won", "card_constructed"]);

/** What the comparison of all players shows as well. */
const QUIET = new Set(["card_drafted", "ready_declared", "auto_ready_set"]);

/** The sentences of a game. @param {Entry[]} entries the oldest first @param {{ limit?: number }} [options] */
export function news(entries, { limit = SHOWN } = {}) {
  const newest = counted(entries.filter(({ name }) => !QUIET.has(name))).slice(-limit).reverse();
  return h("section", { class: "news", key: "news", "aria-label": t("table.news") },
    h("h2", null, t("table.news")),
    newest.length ? h("ol", { class: "news-list", tabindex: 0 }, newest.map((entry) => line(entry))) : h("p", { class: "soft" }, t("table.news.none")));
}

/** Sentences that follow one another and say the same become one, with their number. @param {Entry[]} entries @returns {(Entry & { times: number })[]} */
export function counted(entries) {
  /** @type {(Entry & { times: number })[]} */
  const found = [];
  for (const entry of entries) {
    const last = found.at(-1);
    if (last && last.text === entry.text && !last.undone === !entry.undone) last.times += 1;
    else found.push({ ...entry, times: 1 });
  }
  return found;
}

/** @param {Entry & { times: number }} entry */
function line({ version, name, seat, text, undone, times }) {
  const content = [seat === null ? h("span", { class: "seat-mark table-mark", "aria-hidden": "true" }, "·") : seatMark(seat), h("span", { dir: "auto" }, text, times > 1 && ` ×${times}`)];
  return h("li", { key: version, class: `${BEGINNINGS.has(name) ? "beginning" : PROUD.has(name) ? "proud" : ""} ${mayMove() ? "appears" : ""}` },
    undone ? h("s", null, h("span", { class: "unseen" }, t("table.undone")), content) : content);
}

/** Which of these sentences are worth hearing: at most three, in their order. @param {Entry[]} entries @returns {string[]} */
export function worthHearing(entries) {
  const rank = (/** @type {Entry} */ { name }) => LOUD.indexOf(name);
  return entries.filter((entry) => rank(entry) >= 0 && !entry.undone).sort((a, b) => rank(a) - rank(b)).slice(0, SPOKEN)
    .sort((a, b) => a.version - b.version).map(({ text }) => text);
}

/** @type {Entry[]} */
let unheard = [];
let timer = 0;

/** Tell new events to those who listen, those of a moment in one breath. @param {Entry[]} entries */
export function announceNews(entries) {
  unheard.push(...entries);
  if (timer || !unheard.length) return;
  timer = setTimeout(() => {
    timer = 0;
    const text = worthHearing(unheard).join(" ");
    unheard = [];
    if (text) announce(text);
  }, VOICE_MS);
}
