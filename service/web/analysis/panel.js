// The panel of an analysis: luck and skill of each seat, what decided the game, and the decisions that cost points.

import { h } from "../dom.js";
import { go, later, link, redraw, tell } from "../page.js";
import { post } from "../api.js";
import { Problem } from "../client.js";
import { becomePlayer } from "../register.js";
import { cardFace } from "../cards/card.js";
import { describe } from "../cards/describe.js";
import { lastVersion, viewAt } from "../fold/fold.js";
import { t } from "../language/texts.js";
import { language } from "../settings.js";
import { doText } from "../learn/why.js";
import { curves } from "../replay/curves.js";
import { momentsOf, roundTicks } from "../replay/moments.js";
import { choice } from "../replay/parts.js";
import { isolate } from "../start/names.js";
import { loadStyle } from "../styles.js";
import { analyse, analysedGames, decisionAt, expectations, lossOf, nextWeak, weakDecisions } from "./analysis.js";

const MAX_SHOWN = 8;
/** What adds up to the result, and the result → its sign in the heading. */
const COLUMNS = /** @type {const} */ ({ start: "", cards: "+ ", others: "+ ", skill: "+ ", result: "= " });
/** The strategy that plays the seats of people in a game that is played on. */
const STRATEGY = "master";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("./analysis.js").Judged} Judged */

/**
 * @param {import("../types.js").View} game Of the finished game.
 * @param {import("../fold/fold.js").Replay} replay @param {string[]} names By seat.
 * @param {(version: number) => void} [jump] Goes to a version, where a replay is on the screen.
 */
export function makeAnalysis(game, replay, names, jump) {
  const closed = new AbortController();
  const last = lastVersion(replay);
  const ticks = roundTicks(momentsOf(replay), 0);
  let seat = game.seat ?? 0;
  /** @type {Analysis | null} */
  let analysis = null;
  /** @type {number[][]} */
  let lines = [];
  /** @type {{ judged: number, decisions: number } | null} */
  let progress = null;
  let trouble = "";
  const handModule = later(() => Promise.all([import("../explorer/hand.js"), loadStyle("explorer.css")]).then(([module]) => module));
  /** @type {ReturnType<import("../explorer/hand.js").makeHandNumbers> | null} */
  let handNumbers = null;

  /** What strong players did with the hand of a pick. @param {Judged} decision @param {string | number} where */
  function strongPicks({ version, seat: own, round, phase, made }, where) {
    if (phase !== "draft" || !("card" in made)) return null;
    handNumbers ??= handModule()?.makeHandNumbers(game.seats.length, game.side, closed.signal) ?? null;
    const { hand, seats } = viewAt(replay, version, own);
    return handNumbers?.({ hand, picked: String(made.card), round, place: (seats[own]?.drafted.length ?? 0) + 1 }, where);
  }

  async function ask() {
    trouble = "";
    progress = { judged: 0, decisions: 0 };
    redraw();
    try {
      analysis = await analyse(game.id, (now) => { progress = now; redraw(); }, closed.signal);
      lines = expectations(analysis, last);
    } catch (error) {
      if (closed.signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      trouble = error.message;
    } finally {
      progress = null;
      redraw();
    }
  }

  /** A new game from here, with bots on the other seats. @param {number} version @param {number} own @param {string} arrival What is told there. */
  async function playOn(version, own, arrival) {
    const others = game.seats.filter((each) => each.seat !== own);
    const bots = others.map(({ player }) => (player?.kind === "bot" && player.id.startsWith("bot:") ? player.id.slice(4) : STRATEGY));
    await becomePlayer();
    const opened = await post(`/v1/games/${game.id}/forks`, { version, seat: own, bots, private: true, spectators: true });
    go(`/games/${opened.id}`);
    tell(arrival);
  }

  /** Show the table at a version. @param {number} version */
  function look(version) {
    jump?.(version);
    document.querySelector(".player-table")?.scrollIntoView({ block: "start" });
  }

  /** @param {number} version @param {number} own @param {Judged} [weak] What can be played better. */
  const actions = (version, own, weak) => h("div", { class: "row" },
    jump
      ? h("button", { class: "button quiet small", type: "button", onclick: () => look(version) }, t("analysis.look"))
      : link(`/replay/${game.id}?at=${version}&seat=${own}`, { class: "button quiet small" }, t("analysis.look")),
    h("button", { class: "button quiet small", type: "button",
      onclick: () => playOn(version, own, weak ? t("analysis.arrival.better", { move: doText(weak.best) }) : t("analysis.arrival")) },
    own !== game.seat ? t("analysis.play_as", { name: isolate(names[own] ?? "") }) : weak ? t("analysis.play_on") : t("replay.fork")));

  /** @param {Judged} decision */
  const compared = (decision) => h("div", { class: "finding-cards" },
    move(t("analysis.made"), decision.made), lossOf(decision) > 0 && move(t("analysis.better"), decision.best));

  /** @param {Judged} decision */
  const finding = (decision) => h("li", { key: decision.version, class: "finding" },
    h("h4", null, t("replay.round", { round: decision.round }), " · ", t(`phase.${decision.phase}`), " · ", gradeText(decision)),
    compared(decision), strongPicks(decision, decision.version), actions(decision.version, decision.seat, decision));

  /** @param {Analysis} found @param {number} version */
  function board(found, version) {
    const decision = decisionAt(found, version);
    const [before, after] = [nextWeak(found, version, seat, -1), nextWeak(found, version, seat, 1)];
    const step = (/** @type {string} */ text, /** @type {number | undefined} */ to) =>
      h("button", { class: "button quiet small", type: "button", disabled: to === undefined, onclick: () => to !== undefined && jump?.(to) }, text);
    return h("div", { class: "stack analysis-here" },
      h("div", { class: "row" }, step(t("analysis.before"), before), step(t("analysis.after"), after)),
      h("div", { class: "stack", role: "status" }, decision
        ? [h("h3", { key: "who" }, names[decision.seat], " · ", gradeText(decision)), compared(decision), strongPicks(decision, "here")]
        : h("p", { key: "none", class: "soft" }, t("analysis.nothing_here"))));
  }

  /** @param {Analysis} found @param {number} [version] */
  function result(found, version) {
    const weak = weakDecisions(found, seat);
    const [dearest] = game.seat === null ? [] : weakDecisions(found, game.seat);
    return [
      version !== undefined && board(found, version),
      dearest && [h("h3", { key: "dearest" }, t("analysis.dearest")), h("ol", { key: "one", class: "findings" }, finding(dearest))],
      h("p", { class: "soft" }, t(found.estimate === "lead" ? "analysis.lead" : "analysis.score")),
      curves({ title: t("analysis.curve"), names, values: lines, at: version ?? last, label: (at) => t("analysis.at", { version: at }), marks: marksOf(found, last), ticks }),
      h("p", null, t("analysis.sum")),
      seatTable(found, names, game.seat),
      h("details", null, h("summary", null, t("analysis.how")), h("p", null, t("analysis.luck_and_skill")), h("p", null, t("analysis.accuracy_is", { points: number(found.spread) }))),
      found.moments.length > 0 && h("h3", null, t("analysis.moments")),
      h("ol", { class: "stack analysis-moments" }, found.moments.map((moment) => h("li", { key: `${moment.version} ${moment.kind}`, class: "stack" },
        h("h4", null, names[moment.seat]), h("p", null, momentText(moment)),
        actions(moment.version, moment.seat, moment.kind === "decision" ? decisionAt(found, moment.version) : undefined)))),
      h("h3", null, t("analysis.cost")),
      names.length > 1 && choice(t("analysis.of"), names.map((name, each) => [String(each), name]), String(seat), (chosen) => { seat = Number(chosen); redraw(); }),
      weak.length
        ? h("ol", { key: "weak", class: "findings" }, weak.slice(0, MAX_SHOWN).map(finding))
        : h("p", { key: "none" }, t("analysis.none"))];
  }

  /** The sentence of a moment. The service calls a strategy by its own name, the page by how it plays. @param {Analysis["moments"][number]} moment */
  const momentText = ({ text, seat: own }) => {
    const player = game.seats[own]?.player;
    return player?.name && player.id.startsWith("bot:") ? text.replace(player.name, names[own] ?? "") : text;
  };

  if (analysedGames().includes(game.id)) ask();

  return {
    /** @param {number} [version] Where the replay stands. */
    view: (version) => h("section", { class: "sheet stack analysis", tabindex: -1 },
      h("h2", null, t("analysis.title")),
      analysis ? result(analysis, version) : [
        h("p", { key: "why", class: "soft" }, t("analysis.why")),
        h("button", { key: "ask", class: "button", type: "button", onclick: ask, disabled: progress !== null }, t("analysis.ask"))],
      h("div", { role: "status" }, progress && h("label", { class: "stack" }, t("analysis.working"),
        h("progress", progress.decisions ? { value: progress.judged, max: progress.decisions } : null)), trouble && h("p", null, trouble))),
    /** Asks for the analysis, if that has not happened. */
    begin: () => { if (!analysis && !progress) ask(); },
    close: () => closed.abort(),
  };
}

/** A move in words, with its card. @param {string} title @param {import("../types.js").Intention} intention */
function move(title, intention) {
  const card = "card" in intention && typeof intention.card === "string" ? intention.card : "";
  return h("figure", { class: "finding-card" },
    h("figcaption", null, title),
    card && h("div", { title: describe(card) }, cardFace(card, { flight: false })),
    h("p", null, doText(intention)));
}

/** @param {Judged} decision */
const gradeText = (decision) => t(`analysis.class.${decision.class}`, { points: number(lossOf(decision)) });

/** @param {number} value */
const number = (value) => new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(value);

/** @param {number} value */
const signed = (value) => new Intl.NumberFormat(language(), { maximumFractionDigits: 1, signDisplay: "exceptZero" }).format(value);

/** Where the decisive moments lie on the curve. @param {Analysis} analysis @param {number} last */
const marksOf = ({ moments }, last) => moments.map(({ seat, version }) => ({ seat, at: Math.min(version, last) }));

/** @param {Analysis} analysis @param {string[]} names @param {number | null} own */
function seatTable({ seats }, names, own) {
  const columns = /** @type {(keyof typeof COLUMNS)[]} */ (Object.keys(COLUMNS));
  return h("div", { class: "score-scroll", tabindex: 0, role: "region", "aria-label": t("analysis.seats") },
    h("table", { class: "scores" },
      h("caption", { class: "unseen" }, t("analysis.seats")),
      h("thead", null, h("tr", null, h("th", { scope: "col" }, t("end.player")),
        columns.map((column) => h("th", { scope: "col", key: column, class: "number" }, h("span", { class: "sum-sign" }, COLUMNS[column]), t(`analysis.${column}`))),
        h("th", { scope: "col", class: "number" }, t("analysis.accuracy")))),
      h("tbody", null, seats.map((each) => h("tr", { key: each.seat, class: each.seat === own ? "own" : null },
        h("th", { scope: "row" }, names[each.seat]),
        columns.map((column) => h("td", { key: column, class: "number" }, signed(column === "cards" ? each.luck - each.others : each[column]))),
        h("td", { class: "number" }, each.accuracy === null ? "–" : `${number(each.accuracy)} %`))))));
}
