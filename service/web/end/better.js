// What a strategy would have done at the decisions of one's own seat, with what the seat knew then.

import { standingEvents, tableAt, viewAt } from "../fold/fold.js";
import { askStrategy } from "../learn/ask.js";

const PICKS_OF_A_ROUND = 3;

/** @typedef {import("../fold/fold.js").Replay} Replay */
/**
 * A moment at which the seat chose a card. `version`: of what the seat saw; `chosen`: what the seat did with which card.
 * @typedef {{ version: number, round: number, pick: number | null, chosen: Choice[] }} Decision
 */
/** @typedef {{ type: string, card: string }} Choice */
/** @typedef {import("../learn/ask.js").Decision} Answer */
/**
 * `gain`: the points that the strategy expects more, if it compared. `answer`: all that it says.
 *
 * @typedef {{ decision: Decision, own: Choice, better: Choice, gain: number | null, answer: Answer }} Finding
 */

/**
 * The decisions to ask about: the first picks of each round, and the first card of each plan.
 *
 * @param {Replay} replay @param {number} seat @returns {Decision[]}
 */
export function decisionsOf(replay, seat) {
  /** @type {Decision[]} */
  const found = [];
  /** @type {Map<number, Decision>} */
  const plans = new Map();
  for (const event of [...standingEvents(replay)].reverse()) {
    if (event.seat !== seat) continue;
    const [version, choice] = [event.version - 1, choiceOf(event)];
    const { round, passes, seats } = tableAt(replay, version);
    if (choice?.type === "draft" && passes < PICKS_OF_A_ROUND) found.push({ version, round, pick: passes + 1, chosen: [choice] });
    if (choice?.type !== "slate" && choice?.type !== "recycle") continue;
    const plan = plans.get(round);
    if (plan) plan.chosen.push(choice);
    else if (seats[seat]?.drafted.length) found.push(addTo(plans, round, { version, round, pick: null, chosen: [choice] }));
  }
  return found.sort((one, other) => one.version - other.version);
}

/** @template V @param {Map<number, V>} map @param {number} key @param {V} value */
function addTo(map, key, value) {
  map.set(key, value);
  return value;
}

const TYPES = /** @type {Record<string, string>} */ ({ card_drafted: "draft", card_slated: "slate", card_recycled: "recycle" });

/** @param {import("../fold/table.js").GameEvent} event @returns {Choice | null} */
function choiceOf({ name, data }) {
  const type = TYPES[name];
  return type ? { type, card: data.card } : null;
}

/**
 * Ask a strategy about a decision.
 *
 * @param {Replay} replay @param {number} seat @param {Decision} decision @param {string} strategy @param {AbortSignal} signal
 * @returns {Promise<{ isAnswered: boolean, finding: Finding | null }>} `finding`: null if it would have done the same
 */
export async function askAbout(replay, seat, decision, strategy, signal) {
  const view = viewAt(replay, decision.version, seat);
  const answer = await askStrategy(strategy, view, signal);
  const intention = /** @type {{ type: string, card?: string } | undefined} */ (answer?.intention);
  const same = decision.chosen.find(({ card }) => sameDesign(card, intention?.card));
  const own = same ?? (decision.pick ? decision.chosen[0] : undefined);
  if (!answer || !own || !intention?.card) return { isAnswered: false, finding: null };
  const better = { type: intention.type, card: intention.card };
  const agrees = same !== undefined && same.type === better.type;
  return { isAnswered: true, finding: agrees ? null : { decision, own, better, gain: gainOf(answer.alternatives, own, better), answer } };
}

/** @param {string} one @param {string | undefined} other */
const sameDesign = (one, other) => one.split(".")[0] === other?.split(".")[0];

/** What a strategy found about a choice, if it compared it. @param {Answer["alternatives"]} alternatives @param {Choice} choice */
export function alternativeOf(alternatives, { type, card }) {
  return alternatives.find(({ intention }) => intention.type === type && "card" in intention && intention.card === card);
}

/** @param {Answer["alternatives"]} alternatives @param {Choice} own @param {Choice} better */
function gainOf(alternatives, own, better) {
  const [mine, best] = [own, better].map((each) => alternativeOf(alternatives, each)?.value);
  return mine === undefined || best === undefined || best <= mine ? null : Math.round((best - mine) * 10) / 10;
}
