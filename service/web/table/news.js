// What just happened: short sentences, the newest first; and what those who listen hear of it.

import { declaredEvent, nameOf } from "../catalogue.js";
import { h } from "../dom.js";
import { announce } from "../page.js";
import { t } from "../language/texts.js";
import { mayMove } from "../settings.js";
import { seatMark } from "./seats.js";

/** An event as a sentence. `undone`: it was taken back later. @typedef {{ version: number, name: string, seat: number | null, text: string, undone?: boolean }} Entry */

const SHOWN = 40;
const VOICE_MS = 900;
const SPOKEN = 3;
/** How loudly the news tell an event. @param {string} name */
const newsOf = (name) => declaredEvent(name)?.news ?? "plain";
const UNHEARD = 3;
/** How important an event is to those who listen: what happens to the table itself comes first, then what somebody is proud of. @param {Entry} entry */
function rank({ name }) {
  if (["quiet", "plain"].includes(newsOf(name))) return UNHEARD;
  if (declaredEvent(name)?.kind === "table") return 0;
  return newsOf(name) === "proud" ? 1 : 2;
}

/** The sentences of a game. @param {Entry[]} entries the oldest first @param {{ limit?: number }} [options] */
export function news(entries, { limit = SHOWN } = {}) {
  const newest = counted(entries.filter(({ name }) => newsOf(name) !== "quiet")).slice(-limit).reverse();
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
  const content = [seat === null ? h("span", { class: "seat-mark table-mark", "aria-hidden": "true" }, "·") : seatMark(seat), h("span", null, text, times > 1 && ` ×${times}`)];
  return h("li", { key: version, class: `${newsOf(name)} ${mayMove() ? "appears" : ""}` },
    undone ? h("s", null, h("span", { class: "unseen" }, t("table.undone")), content) : content);
}

/** Which of these sentences are worth hearing: at most three, in their order. Of equals, the last. @param {Entry[]} entries @returns {string[]} */
export function worthHearing(entries) {
  const heard = entries.filter((entry) => !entry.undone && rank(entry) < UNHEARD);
  return heard.sort((a, b) => rank(a) - rank(b) || b.version - a.version).slice(0, SPOKEN)
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

/** @typedef {import("../live/game.js").GameState} GameState */

/** @param {GameState["view"]} view */
export function isOwnTurn(view) {
  if (!view || view.seat === null) return false;
  return view.waiting_on.includes(view.seat);
}

/** Sentences about what has changed for the player. @param {GameState} now @param {GameState} before @returns {string[]} */
export function ownNews(now, before) {
  const { view } = now;
  if (!view || view.seat === null || view === before.view) return [];
  const cards = view.candidates.length ? view.candidates : view.hand;
  const isNew = cards.length > 0 && cards.some((card) => !before.view?.hand.includes(card) && before.view?.picked !== card);
  return [
    ...(isNew ? [t("play.say.hand", { cards: cards.map(nameOf).join(", ") })] : []),
    ...(isOwnTurn(view) && !isOwnTurn(before.view) ? [t("play.say.turn")] : []),
  ];
}
