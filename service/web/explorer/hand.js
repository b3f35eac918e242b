// What strong players did with the cards of a hand, in finished games: beside a pick of an analysis.

import { h } from "../dom.js";
import { redraw } from "../page.js";
import { get } from "../api.js";
import { Offline, Problem } from "../client.js";
import { designOf, nameOf } from "../catalogue.js";
import { symbol } from "../cards/symbols.js";
import { t } from "../language/texts.js";
import { shareBar } from "./pictures.js";
import { leadCell, percent } from "./table.js";
import { boundsOf } from "./rows.js";

/** @typedef {import("./rows.js").Card} Card */
/** @typedef {{ seats: import("./rows.js").Result, cards: Card[] }} Numbers */
/** @typedef {{ hand: string[], picked: string, round: number, place: number }} Pick `place`: 1 for the first pick of the round */

/**
 * @param {number} seats @param {string} side Of the table.
 * @param {AbortSignal} signal
 */
export function makeHandNumbers(seats, side, signal) {
  /** Round and place → the numbers, once they are here. @type {Map<string, { isStrong: boolean, numbers: Numbers } | string | null>} */
  const found = new Map();
  /** The places of the page whose numbers are open. @type {Set<string | number>} */
  const opened = new Set();

  /** @param {string} query @param {string[]} designs */
  async function read(query, designs) {
    found.set(query, null);
    try {
      const strong = /** @type {Numbers} */ (await get(`/v1/explorer/cards?${query}&strength=high`, signal));
      const isStrong = isEnough(strong, designs);
      found.set(query, { isStrong, numbers: isStrong ? strong : await get(`/v1/explorer/cards?${query}`, signal) });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem || error instanceof Offline)) throw error;
      found.set(query, error instanceof Problem ? error.message : t("page.offline"));
    }
    redraw();
  }

  /** @param {Pick} pick @param {string | number} where A place of the page, which keeps open what is open. */
  return ({ hand, picked, round, place }, where) => {
    const isOpen = opened.has(where);
    const designs = [...new Set(hand.map((card) => designOf(card).id))];
    const query = `seats=${seats}&side=${side}&round=${round}&place=${place}`;
    if (isOpen && !found.has(query)) read(query, designs);
    const known = found.get(query);
    /** @param {Event} event */
    const ontoggle = ({ currentTarget }) => {
      if (/** @type {HTMLDetailsElement} */ (currentTarget).open) opened.add(where);
      else opened.delete(where);
      redraw();
    };
    return h("details", { key: "hand", class: "hand-numbers", open: isOpen, ontoggle },
      h("summary", null, t("explorer.hand")),
      isOpen && h("div", { class: "stack", role: "status" },
        typeof known === "string" ? h("p", null, known) : known ? handTable(known.numbers, known.isStrong, designs, designOf(picked).id) : h("p", { class: "soft" }, "…")));
  };
}

/** Whether strong players have seen each card of a hand often enough. @param {Numbers} numbers @param {string[]} designs */
const isEnough = ({ cards }, designs) => designs.every((design) => cards.find(({ card }) => card === design)?.rate_interval);

/** @param {Numbers} numbers @param {boolean} isStrong @param {string[]} designs @param {string} picked */
function handTable({ cards, seats }, isStrong, designs, picked) {
  const rows = cards.filter(({ card }) => designs.includes(card))
    .sort((one, other) => Number(!one.rate_interval) - Number(!other.rate_interval) || (other.rate ?? 0) - (one.rate ?? 0));
  const bounds = boundsOf(rows.map(({ picks }) => picks));
  return [
    h("p", { key: "who", class: "soft" }, t(isStrong ? "explorer.hand.strong" : "explorer.hand.all")),
    h("div", { key: "table", class: "explorer-scroll", tabindex: 0, role: "region", "aria-label": t("explorer.hand") },
      h("table", { class: "explorer-table" },
        h("thead", null, h("tr", null, ["card", "rate", "lead"].map((column) => h("th", { key: column, scope: "col" }, t(`explorer.${column}`))))),
        h("tbody", null, rows.map(({ card, seen, picked: times, rate, rate_interval: interval, picks }) => h("tr", { key: card, class: card === picked ? "own" : null },
          h("th", { scope: "row" }, h("span", { class: `explorer-name ${designOf(card).type}` }, symbol(designOf(card).type, "card-type"), nameOf(card))),
          h("td", { "data-column": t("explorer.rate") }, shareBar(rate, interval), interval ? percent(rate) : h("span", { class: "soft" }, t("explorer.of", { part: times, whole: seen }))),
          h("td", { class: "lead-cell", "data-column": t("explorer.lead") }, leadCell(picks, bounds, seats.mean)))))))];
}
