// The end of a game: who won, the points in their parts, how they grew, and its analysis.

import { h } from "../dom.js";
import { get } from "../api.js";
import { link, redraw } from "../page.js";
import { cube, drawn } from "../cards/cubes.js";
import { makeAnalysis } from "../analysis/panel.js";
import { loadCatalogue } from "../catalogue.js";
import { lastVersion, replayOf, tableAt } from "../fold/fold.js";
import { worthOf } from "../fold/worth.js";
import { enumerate, t } from "../language/texts.js";
import { curves } from "../replay/curves.js";
import { allEvents } from "../replay/events.js";
import { whyAbandoned } from "../replay/sentences.js";
import { distinct, playerName } from "../table/seats.js";
import { share } from "../table/share.js";
import { isBest, isRevealed, placeOf, winnersOf } from "./outcome.js";
import { scene } from "./scene.js";

/** @typedef {import("../fold/fold.js").Replay} Replay */
/** @typedef {import("../types.js").View} View */
/** @typedef {NonNullable<View["result"]>} Result */

/** @type {(keyof Result["scores"][number])[]} */
const PARTS = ["gross", "combo", "generals", "financiers", "total"];
/** @type {Record<string, string>} */
const CHARACTER_OF = { generals: "general", financiers: "financier" };

/**
 * The panel of a game that is over.
 *
 * @param {View} view Of the finished or abandoned game, as `GET /v1/games/{id}` gives it.
 * @param {{ onRematch?: () => void, replay?: Replay }} [options] `onRematch`: offers the same game again; without it there is no
 *   button. `replay`: of the whole game, if it is on the screen; otherwise the panel reads the events for its chart and the analysis.
 */
export function makeEnd(view, { onRematch, replay } = {}) {
  const names = namesOf(view);
  /** @type {number[][] | null} */
  let rounds = null;
  /** @type {ReturnType<typeof makeAnalysis> | null} */
  let analysis = null;
  /** The points of the own seat in the game that this one was played on from. @type {number | null} */
  let before = null;
  let isOwnBest = false;
  let isClosed = false;
  /** Whether the analysis is asked for, and not yet there. */
  let isAsked = false;

  /** @param {Replay} known */
  function use(known) {
    if (isClosed) return;
    rounds = scoresAfterRounds(known);
    if (!replay && isRevealed(view)) analysis = makeAnalysis(view, known, names);
  }
  async function load() {
    const [catalogue, events] = await Promise.all([loadCatalogue(), allEvents(view.id)]);
    use(replayOf(events, catalogue));
    redraw();
    if (isAsked) requestAnimationFrame(showAnalysis);
  }
  async function compare() {
    isOwnBest = !isBeaten(view) && isBest(view, await get("/v1/players/me/statistics"));
    redraw();
  }
  /** The analysis stands below the empires of all: who asks for it at the top goes there. */
  function showAnalysis() {
    isAsked = !analysis; // asked before the events are here, it waits for them
    analysis?.begin();
    const panel = /** @type {HTMLElement | null} */ (document.querySelector(".end .analysis"));
    panel?.scrollIntoView({ block: "start" });
    panel?.focus({ preventScroll: true });
  }
  if (replay) use(replay);
  else if (view.result) { // which stands without them
    load().catch(() => {});
    if (view.seat !== null) compare().catch(() => {});
  }
  if (view.origin && view.result && view.seat !== null) {
    const seat = view.seat;
    get(`/v1/games/${view.origin.game}`).then((/** @type {View} */ first) => { before = first.result?.scores[seat]?.total ?? null; redraw(); }, () => {});
  }

  return {
    view: () => h("div", { class: "end stack" },
      h("section", { class: "sheet stack end-result" },
        h("h2", null, t("end.title")),
        titleLine(view, names),
        isBeaten(view) && h("p", { key: "own", class: "end-own" }, ownResult(view)),
        before !== null && view.result && view.seat !== null && h("p", { key: "before" }, t("end.before", { before, now: view.result.scores[view.seat].total })),
        h("p", { class: "end-best", role: "status" }, isOwnBest && h("b", { class: "pill" }, h("span", { "aria-hidden": "true" }, drawn("★")), t("end.best"))),
        h("div", { class: "row" },
          onRematch && h("button", { class: "button", type: "button", onclick: onRematch }, t("end.rematch")),
          !replay && isRevealed(view) && h("button", { class: "button quiet", key: "analysis", type: "button", onclick: showAnalysis }, t("end.analysis")),
          !replay && link(`/replay/${view.id}`, { class: "button quiet" }, t("end.replay")),
          !replay && isRevealed(view) && view.spectators && h("button", { class: "button quiet", type: "button", onclick: () => share(`/replay/${view.id}`) }, t("end.share")),
          view.daily && link(`/daily/${view.daily}`, { class: "button quiet" }, t("daily.table"))),
        view.daily && view.result && !isRevealed(view) && h("p", { class: "soft", key: "closed" }, t("daily.closed")),
        view.result && scene(view, view.result, names),
        view.result && scoreTable(view.result, view.seat, names)),
      rounds && h("section", { class: "sheet" },
        curves({ title: t("end.rounds"), names, values: rounds, at: (rounds[0]?.length ?? 1) - 1, label: afterRound, isStepped: false, ticks: Array.from({ length: (rounds[0]?.length ?? 1) - 1 }, (_, at) => ({ at: at + 1, round: at + 1 })) })),
      analysis?.view()),
    close() {
      isClosed = true;
      analysis?.close();
    },
  };
}

/** @param {number} round */
const afterRound = (round) => (round ? t("end.after", { round }) : t("end.at_start"));

/** @param {View} view @returns {string[]} */
function namesOf(view) {
  return distinct(view.seats.map(({ seat, player }) => playerName(player) ?? t("replay.seat", { number: seat + 1 })));
}

/** Whether another seat wins. @param {View} view */
function isBeaten({ result, seat, seats }) {
  return Boolean(result) && seat !== null && seats.length > 1 && !winnersOf(/** @type {Result} */ (result).ranking, seats).includes(seat);
}

/** The own place and points, in a sentence. @param {View} view Of a game whose result is there, in which the player has a seat. */
function ownResult({ result, seat, seats }) {
  const { ranking, scores } = /** @type {Result} */ (result);
  const own = /** @type {number} */ (seat);
  return t("end.own", { n: scores[own].total, place: placeOf(ranking, own), seats: seats.length });
}

/** @param {View} view @param {string[]} names */
const titleLine = (view, names) => h("p", { class: `end-headline ${view.result && view.seats.length > 1 ? "crowned" : ""}` }, headline(view, names));

/** Who won, or why nobody did, in a sentence. @param {View} view @param {string[]} names */
export function headline({ result, seat, seats, end_reason: reason }, names) {
  if (!result) return whyAbandoned(reason);
  const first = winnersOf(result.ranking, seats);
  if (first[0] === undefined) return t("end.all_left");
  const { total } = result.scores[first[0]];
  if (result.rank) return t("end.rank", { rank: t(`end.rank.${result.rank}`), total });
  if (result.medal) return t("end.medal", { medal: t(`end.medal.${result.medal}`), total });
  const name = enumerate(first.map((each) => names[each] ?? ""));
  if (first.length > 1) return t("end.shared", { name, total });
  return first[0] === seat ? t("end.you_won", { total }) : t("end.won", { name, total });
}

/** The name of a part of the points; where there is little room, the symbol stands for the word. @param {string} part @returns {import("../dom.js").Child} */
function partName(part) {
  const character = CHARACTER_OF[part];
  if (!character) return t(`end.${part}`);
  return [h("span", { class: "part-word" }, t(`end.${part}`)), h("span", { class: "part-symbol", "aria-hidden": "true" }, cube(character))];
}

/** The points of each seat in their parts, the best first. @param {Result} result @param {number | null} own the seat of the viewer @param {string[]} names */
function scoreTable(result, own, names) {
  const places = result.ranking.flat().map((seat) => ({ seat, place: placeOf(result.ranking, seat) }));
  const number = (/** @type {string} */ part) => (part === "total" ? "number total" : "number");
  return h("div", { class: "score-scroll", tabindex: 0, role: "region", "aria-label": t("end.scores") },
    h("table", { class: "scores" },
      h("caption", { class: "unseen" }, t("end.scores")),
      h("thead", null, h("tr", null, h("th", { scope: "col", class: "scores-place" }, t("end.place")), h("th", { scope: "col" }, t("end.player")),
        PARTS.map((part) => h("th", { scope: "col", key: part, class: number(part) }, partName(part))))),
      h("tbody", null, places.map(({ seat, place }) => h("tr", { key: seat, class: seat === own ? "own" : null },
        h("td", { class: "scores-place" }, String(place)),
        h("th", { scope: "row" }, names[seat], " ", seat === own && h("span", { class: "pill" }, t("end.you"))),
        PARTS.map((part) => h("td", { key: part, class: number(part) }, String(result.scores[seat][part]))))))));
}

/** The points of each seat at the start and after each round. @param {Replay} replay @returns {number[][]} `[seat][round]` */
export function scoresAfterRounds(replay) {
  const last = lastVersion(replay);
  /** The last version of each round; 0: of what was before the first. @type {number[]} */
  const ends = [];
  for (let version = 1; version <= last; version++) ends[tableAt(replay, version).round] = version;
  return tableAt(replay, last).seats.map(({ number }) => ends.map((version) => {
    const table = tableAt(replay, version);
    const seat = table.seats[number];
    return seat ? worthOf(table, seat).score.total : 0;
  }));
}
