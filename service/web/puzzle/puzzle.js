// A puzzle: the position, one tap to answer, and at once what was best and why.

import { h } from "../dom.js";
import { announce, go, link, redraw } from "../page.js";
import { account } from "../account.js";
import { get, post } from "../api.js";
import { cardFace } from "../cards/card.js";
import { amount } from "../cards/cubes.js";
import { designOf, empireOf, loadCatalogue } from "../catalogue.js";
import { t } from "../language/texts.js";
import { doText } from "../learn/why.js";
import { board } from "../replay/board.js";
import { once } from "../start/fields.js";
import { share } from "../table/share.js";
import { startExplaining } from "../table/explain.js";
import { choices, picture } from "./choices.js";
import { addressOf, nextOf, welcome } from "./ways.js";
import { momentOf, pointsText, questionOf, tableOf } from "./words.js";

/** @typedef {import("../types.js").Schemas["PuzzleTry"]} Try */
/** @typedef {import("../types.js").Intention} Intention */
/** @typedef {import("../types.js").View} View */

/** @param {{ puzzle: string, theme?: string }} params @returns {Promise<import("../page.js").Screen>} */
export async function open({ puzzle: id, theme }) {
  if (!account()) return welcome(addressOf(id, theme));
  const closed = new AbortController();
  const [puzzle] = await Promise.all([get(`/v1/puzzles/${id}`, closed.signal), loadCatalogue()]);
  startExplaining();
  const view = withNames(puzzle.view);
  /** @type {Intention | null} */
  let made = null;
  /** @type {Try | null} */
  let result = null;
  let isLast = false;

  const answer = once(async () => {
    result = await post(`/v1/puzzles/${id}/tries`, { intention: made });
    announce(verdictText(/** @type {Try} */ (result)));
    redraw();
    requestAnimationFrame(() => document.getElementById("verdict")?.focus());
  }, redraw);
  const next = once(async () => {
    const found = await nextOf(theme ?? "", closed.signal);
    if (found) go(addressOf(found.id, theme));
    else isLast = true;
  }, redraw);
  /** @param {Intention} intention */
  const choose = (intention) => {
    if (answer.isBusy || result) return;
    made = intention;
    answer.run();
  };

  const asked = () => h("section", { class: "sheet stack", key: "asked" },
    h("h2", null, questionOf(puzzle)),
    puzzle.solved !== null && h("p", { class: "soft" }, t("puzzle.tried")),
    choices(view, puzzle.legal, answer.isBusy ? null : choose));

  /** @param {Try} told */
  const told = (told) => h("section", { class: `sheet stack puzzle-result ${told.right ? "right" : "wrong"}`, key: "told" },
    h("h2", { id: "verdict", tabindex: -1 }, verdictText(told)),
    h("div", { class: "puzzle-both" },
      !told.right && move(view, t("analysis.made"), /** @type {Intention} */ (made), t("puzzle.lost", { points: pointsText(told.lost) })),
      move(view, t("puzzle.best"), told.solution.intention, "")),
    h("ul", { class: "puzzle-why" }, told.solution.explanation.map((/** @type {string} */ text) => h("li", { key: text }, text.replaceAll("master", t("start.bot.master"))))),
    ratings(told),
    h("div", { class: "row" },
      !isLast && h("button", { class: "button", key: "next", type: "button", onclick: next.run, "aria-disabled": next.isBusy ? "true" : null }, t("puzzle.next")),
      link(`/replay/${told.game}?at=${told.version}&seat=${told.seat}`, { class: "button quiet" }, t("puzzle.game")),
      h("button", { class: "button quiet", type: "button", onclick: () => share(`/puzzle/${id}`) }, t("puzzle.share"))),
    h("p", { role: "status" }, isLast && t("puzzle.none_left")));

  return {
    title: () => t("puzzle.title"),
    view: () => h("div", { class: "replay puzzle stack" },
      h("header", { class: "row puzzle-head" }, h("h1", null, t("puzzle.title")),
        h("span", { class: "pill" }, momentOf(puzzle)), h("span", { class: "pill" }, tableOf(puzzle)),
        h("span", { class: "pill" }, t("puzzle.rated", { points: (result?.puzzle_rating ?? puzzle.rating).points })),
        link("/puzzles", { class: "button quiet small" }, t("puzzle.all"))),
      own(view),
      result ? told(result) : asked(),
      board(withoutChoices(view), { seats: [], names: view.seats.map(({ player }) => player?.name ?? ""), winners: [] })),
    close: () => closed.abort(),
  };
}

/** What decides the answer most, in a line above the choices: the whole table is below them. @param {View} view */
function own(view) {
  const seat = view.seats[/** @type {number} */ (view.seat)];
  if (!seat?.empire) return null;
  const { krystallium, generals: general, financiers: financier } = seat;
  const items = Object.entries({ krystallium, general, financier }).filter(([, count]) => count);
  return h("section", { class: "puzzle-own row", key: "own", "aria-label": t("puzzle.you") },
    h("b", null, empireOf(seat.empire, view.side).name),
    h("span", { class: "row" }, h("span", { class: "soft" }, t("play.produces")), Object.entries(seat.production).filter(([, count]) => count).map(([item, count]) => amount(item, count))),
    items.length > 0 && h("span", { class: "row" }, h("span", { class: "soft" }, t("play.owns")), items.map(([item, count]) => amount(item, count))),
    seat.construction.length > 0 && h("span", { class: "row puzzle-sites", role: "img", "aria-label": `${t("table.sites")}: ${seat.construction.map(({ card }) => designOf(card).name).join(", ")}` },
      seat.construction.map(({ card, spaces }) => cardFace(card, { spaces, flight: false }))));
}

/** @param {Try} told */
const verdictText = ({ right }) => t(right ? "puzzle.right" : "puzzle.wrong");

/** @param {View} view @param {string} title @param {Intention} intention @param {string} more */
function move(view, title, intention, more) {
  return h("figure", { class: "finding-card", key: title },
    h("figcaption", null, title), picture(view, intention), h("p", null, doText(intention)), more && h("p", { class: "soft" }, more));
}

/** @param {Try} told */
function ratings({ counted, rating, puzzle_rating: of }) {
  return h("p", { class: "row puzzle-ratings" },
    h("span", { class: "pill" }, t("puzzle.own_rating", { points: rating.points })), h("span", { class: "pill" }, t("puzzle.rated", { points: of.points })),
    !counted && h("span", { class: "soft" }, t("puzzle.not_counted")));
}

/** The seats are called by their numbers: a puzzle names nobody. @param {View} view @returns {View} */
function withNames(view) {
  const player = (/** @type {number} */ seat) => ({ id: "", kind: /** @type {const} */ ("human"), name: seat === view.seat ? t("puzzle.you") : t("puzzle.seat", { number: seat + 1 }) });
  return { ...view, seats: view.seats.map((each) => ({ ...each, player: player(each.seat) })) };
}

/** The position without the cards to choose from, which stand above it; the own seat comes first. @param {View} view @returns {View} */
function withoutChoices(view) {
  const own = view.seats.filter(({ seat }) => seat === view.seat);
  return { ...view, hand: [], seats: [...own, ...view.seats.filter(({ seat }) => seat !== view.seat)] };
}
