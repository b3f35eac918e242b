// The table at one version, as the eyes of a seat saw it.

import { h } from "../dom.js";
import { t } from "../language/texts.js";
import { catalogue, designOf, empireOf } from "../catalogue.js";
import { cardBack, cardFace, points, skyline, typeMark } from "../cards/card.js";
import { amount, cubes } from "../cards/cubes.js";
import { amountsText, cardTitle, describe, describeEmpire, siteText } from "../cards/describe.js";
import { HIDDEN } from "../fold/table.js";
import { remembered } from "../remembered.js";

/** @typedef {import("../dom.js").VNode} VNode */
/** @typedef {import("../fold/table.js").Seat} Seat */
/** @typedef {import("../types.js").View} View */

/** What each seat looks like, by whose eyes and what else it depends on. @type {WeakMap<Seat, Map<string, VNode>>} */
const panels = new WeakMap();

/**
 * The table of a view.
 *
 * @param {View} view As `viewAt` gives it.
 * @param {{ seats: Seat[], names: string[], winners: number[], isDue?: (seat: number) => boolean, drawn?: Map<number, VNode> }} about
 *   `seats`: those of the folded table. Versions share them, so a seat that is the same object looks the same. `isDue`: whether a
 *   panel is drawn now; if not, it looks as in `drawn`, which keeps what each seat showed last.
 */
export function board(view, { seats, names, winners, isDue = () => true, drawn = new Map() }) {
  return h("section", { class: "board", "aria-label": t("replay.table") },
    h("p", { class: "board-facts row" },
      view.phase && h("span", { class: "pill" }, t("replay.deck", { n: view.deck_size })),
      view.phase && h("span", { class: "pill" }, t("replay.discard", { n: view.discard.length }))),
    h("div", { class: "board-seats" }, view.seats.map((seat) => {
      if (isDue(seat.seat) || !drawn.has(seat.seat)) {
        drawn.set(seat.seat, keptPanel(seats[seat.seat], [view.seat === seat.seat, "deck" in view, seat.ready, winners.includes(seat.seat)].join(), () =>
          seatPanel(seat, view, names[seat.seat] ?? "", winners.includes(seat.seat))));
      }
      return drawn.get(seat.seat);
    })));
}

/** @param {Seat | undefined} seat @param {string} aspect @param {() => VNode} make */
function keptPanel(seat, aspect, make) {
  if (!seat) return make();
  const known = panels.get(seat) ?? new Map();
  const found = known.get(aspect) ?? make();
  known.set(aspect, found);
  panels.set(seat, known);
  return found;
}

/** Round, phase and step in words. @param {{ round: number, phase: string | null, step: string | null }} moment or view */
export function momentText({ round, phase, step }) {
  if (!phase) return t("replay.before");
  if (phase === "finished") return t("phase.finished");
  const words = step ? `${t(`phase.${phase}`)}: ${t(`resource.${step}`)}` : t(`phase.${phase}`);
  return `${t("replay.round", { round })} · ${words}`;
}

/** @param {import("../types.js").Seat} seat @param {View} view @param {string} name @param {boolean} won */
function seatPanel(seat, view, name, won) {
  const own = view.seat === seat.seat ? view : seat;
  const hand = own.hand ?? Array(seat.hand_size).fill(HIDDEN);
  const candidates = own.candidates ?? Array(seat.candidates_size).fill(HIDDEN);
  return h("article", { class: `board-seat seat-${seat.seat}`, key: seat.seat, "aria-label": name },
    h("header", { class: "row" },
      h("h2", { class: "seat-name" }, name),
      won && h("span", { class: "pill" }, t("replay.winner")),
      seat.ready && view.status === "playing" && h("span", { class: "pill" }, t("replay.ready")),
      h("b", { class: "seat-score" }, t("replay.points", { n: seat.score.total }))),
    seat.empire && empireLine(seat.empire, view.side),
    h("div", { class: "row seat-worth" },
      h("span", { class: "row amounts" }, h("span", { class: "unseen" }, t("replay.produces", { amounts: amountsText(seat.production) || "–" })),
        h("span", { class: "row", "aria-hidden": "true" }, Object.entries(seat.production).map(([item, n]) => amount(item, n)))),
      h("span", { class: "row amounts" }, ownedItems(seat))),
    own.picked && cardRow("picked", [own.picked]),
    cardRow("hand", hand),
    cardRow("candidates", candidates),
    cardRow("drafted", seat.drafted),
    siteRow(seat.construction),
    builtRow(seat.constructed));
}

/** @param {string} id @param {string} side */
const empireLine = remembered((/** @type {string} */ id, /** @type {string} */ side) => {
  const empire = empireOf(id, side);
  return h("div", { class: "empire-line", key: "empire" }, skyline(id), h("p", { class: "row", title: describeEmpire(id, side) }, h("span", null, empire.name), h("span", { class: "row", "aria-hidden": "true" }, cubes(empire.production)), points(empire.victory_points)));
});

/** What a seat owns, and the cubes that wait. @param {import("../types.js").Seat} seat */
function ownedItems(seat) {
  const items = { general: seat.generals, financier: seat.financiers, krystallium: seat.krystallium };
  const owned = Object.entries(items).filter(([, n]) => n);
  const onEmpire = Object.entries(seat.empire_cubes).filter(([, n]) => n);
  const waiting = Object.entries(seat.cubes_to_place);
  const inWords = (/** @type {string} */ key, /** @type {[string, number][]} */ found) =>
    found.length > 0 && h("span", { class: "row seat-owned" }, h("span", { class: "soft" }, t(key)),
      h("span", { class: "unseen" }, amountsText(Object.fromEntries(found))),
      h("span", { class: "row", "aria-hidden": "true" }, found.map(([item, n]) => amount(item, n))));
  return [inWords("replay.owns", owned), inWords("replay.on_empire", onEmpire), inWords("replay.to_place", waiting)];
}

/** @param {string} name @param {string[]} cards */
function cardRow(name, cards) {
  return cards.length > 0 && part(name, t(`replay.${name}`), h("ul", { class: "card-row" }, cards.map((card, at) => (card === HIDDEN ? hiddenCard(at) : shownCard(card)))));
}

/** @param {string} name @param {string} title @param {...import("../dom.js").Child} children */
const part = (name, title, ...children) => h("div", { class: "seat-part", key: name, "data-part": name }, h("h3", null, title), ...children);

const shownCard = remembered((/** @type {string} */ card) =>
  h("li", { key: card, title: describe(card) }, cardFace(card, { flight: false }), h("span", { class: "unseen" }, cardTitle(card))));

const hiddenCard = remembered((/** @type {number} */ at) =>
  h("li", { key: `hidden ${at}` }, cardBack(), h("span", { class: "unseen" }, t("replay.hidden"))));

const siteCard = remembered((/** @type {import("../fold/table.js").Site} */ site) =>
  h("li", { key: site.card, title: describe(site.card) }, cardFace(site.card, { spaces: site.spaces, flight: false }), h("span", { class: "unseen" }, siteText(site))));

/** @param {import("../fold/table.js").Site[]} sites */
function siteRow(sites) {
  return sites.length > 0 && part("construction", t("replay.construction"), h("ul", { class: "card-row" }, sites.map(siteCard)));
}

/** The cards of an empire, by type. @param {string[]} cards */
function builtRow(cards) {
  return cards.length > 0 && part("built", t("replay.built", { n: cards.length }), builtList(cards));
}

const builtList = remembered((/** @type {string[]} */ cards) => {
  const order = catalogue().developments.map((each) => each.type);
  const sorted = [...cards].sort((one, other) => order.indexOf(designOf(one).type) - order.indexOf(designOf(other).type));
  return h("ul", { class: "built-cards" }, sorted.map((card) =>
    h("li", { key: card, class: "built-card", "data-card": card, title: describe(card) }, typeMark(designOf(card).type), designOf(card).name, h("span", { class: "unseen" }, t(`type.${designOf(card).type}`)))));
});
