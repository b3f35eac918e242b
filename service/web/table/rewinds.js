// Rewinds: going back together. A player proposes, and all other people at the table answer.

import { h } from "../dom.js";
import { get, post } from "../api.js";
import { enumerate, t } from "../language/texts.js";
import { onceAtATime } from "../page.js";
import { clockText } from "./clocks.js";
import { seatNames } from "./seats.js";

/** A moment to which a game can go back. @typedef {{ version: number, round: number, phase: string, step: string | null }} Moment */

const SHOWN = 8;
const send = onceAtATime((/** @type {string} */ path) => post(path));
/** @type {{ game: string, moments: Moment[] | null }} */
let known = { game: "", moments: null };

/** Learn to which moments a game can go back. @param {string} game @param {() => void} onKnown */
export async function chooseRewind(game, onKnown) {
  known = { game, moments: null };
  const events = await get(`/v1/games/${game}/events?limit=1000`);
  if (known.game === game) known = { game, moments: beginnings(events) };
  onKnown();
}

/**
 * The beginnings of phases and steps, the newest first. Their versions are ends of groups, so that a rewind leads there.
 *
 * @param {import("../types.js").GameEvent[]} events from the first one on
 * @returns {Moment[]}
 */
export function beginnings(events) {
  const ends = new Map(events.map(({ group, version }) => [group, version]));
  /** @type {Moment[]} */
  let found = [];
  for (const { name, group, data } of events) {
    const round = found.at(-1)?.round ?? 0;
    const version = /** @type {number} */ (ends.get(group));
    if (name === "hands_dealt") found.push({ version, round: round + 1, phase: "draft", step: null });
    else if (name === "pool_taken" && data.sequence === 1) found.push({ version, round: round + 1, phase: "planning", step: null });
    else if (name === "planning_begun") found.push({ version, round, phase: "planning", step: null });
    else if (name === "resources_produced") found.push({ version, round, phase: "production", step: data.step });
    else if (name === "rewound") found = found.filter((moment) => moment.version <= data.to);
  }
  return found.reverse();
}

/** The people at the table who have not agreed to a proposal. @param {import("./seats.js").View} view @param {{ seat: number | null, accepted: number[] }} proposal @returns {number[]} seats */
export function missingAnswers(view, proposal) {
  return view.seats.filter(({ player, bot, seat }) => player?.kind === "human" && !bot && seat !== proposal.seat && !proposal.accepted.includes(seat)).map((each) => each.seat);
}

/** What a rewind means, and the moments to choose from. @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts @param {(version: number) => void} onChoose */
export function rewindSheet(view, facts, onChoose) {
  const { moments } = known;
  const others = view.seats.filter((seat) => seat.player?.kind === "human" && !seat.bot && seat.seat !== view.seat).map((each) => seatNames(view, facts)[each.seat]);
  return h("div", { class: "stack" },
    h("p", null, others.length ? t("menu.rewind.others", { names: enumerate(others) }) : t("menu.rewind.alone")),
    moments === null ? h("p", { class: "soft", role: "status" }, t("menu.loading")) : h("ul", { class: "moments" }, moments.filter(({ version }) => version < view.version).slice(0, SHOWN).map((moment) =>
      h("li", { key: moment.version }, h("button", { type: "button", class: "button quiet", onclick: () => onChoose(moment.version) }, momentText(moment))))));
}

/** @param {Moment} moment */
function momentText({ round, phase, step }) {
  return t("menu.rewind.to", { round, step: step ? t("table.production_of", { resource: t(`resource.${step}`) }) : t(`phase.${phase}`) });
}

/** A proposed rewind, with what this seat can answer; null if there is none. @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts @param {string} game */
export function proposalPanel(view, facts, game) {
  const proposal = facts?.rewind ?? null;
  if (!proposal || !facts) return null;
  const names = seatNames(view, facts);
  const isOwn = proposal.seat === view.seat;
  const missing = missingAnswers(view, proposal);
  const mayAnswer = missing.some((seat) => seat === view.seat);
  const answer = (/** @type {string} */ word) => send(`/v1/games/${game}/rewinds/${proposal.number}/${word}`);
  return h("section", { class: "sheet attention", key: "rewind", role: "status" },
    h("p", null, h("b", null, t(isOwn ? "menu.rewind.own" : "menu.rewind.proposed", { name: names[proposal.seat] ?? "" })), " ", t("menu.rewind.means", { version: proposal.to })),
    h("p", { class: "soft" }, t("table.waiting_for", { names: enumerate(missing.map((seat) => names[seat] ?? "")) }), " · ",
      t("menu.rewind.expires", { time: clockText(Math.max(0, (Date.parse(proposal.expires_at) - facts.now) / 1000)) })),
    h("p", { class: "row" },
      mayAnswer && h("button", { type: "button", class: "button", onclick: () => answer("accept") }, t("menu.rewind.accept")),
      (mayAnswer || isOwn) && h("button", { type: "button", class: "button quiet", onclick: () => answer("decline") }, t(isOwn ? "menu.rewind.withdraw" : "menu.rewind.decline"))));
}
