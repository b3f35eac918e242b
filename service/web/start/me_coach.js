// The coach: what costs most points over the last games, each with an example to open.

import { h } from "../dom.js";
import { link, redraw } from "../page.js";
import { get } from "../api.js";
import { Problem } from "../client.js";
import { analyse } from "../analysis/analysis.js";
import { t } from "../language/texts.js";
import { language } from "../settings.js";

/** @typedef {import("../types.js").Schemas["Coach"]} Coach */
/** `asked`: of the games without an analysis, how many are looked at by now. @typedef {{ found: Coach | null, asked: number, isBusy: boolean, trouble: string }} CoachState */

/** @returns {CoachState} */
export function newCoach() {
  return { found: null, asked: 0, isBusy: false, trouble: "" };
}

/** @param {CoachState} state @param {AbortSignal} signal */
export async function readCoach(state, signal) {
  state.found = await get("/v1/players/me/coach", signal);
  redraw();
}

/** Let the games be analysed that are not yet, one after the other. @param {CoachState} state @param {AbortSignal} signal */
async function ask(state, signal) {
  if (state.isBusy) return;
  Object.assign(state, { isBusy: true, asked: 0, trouble: "" });
  redraw();
  try {
    for (const game of state.found?.missing ?? []) {
      await one(state, game, signal);
      state.asked += 1;
      redraw();
    }
    await readCoach(state, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    state.isBusy = false;
    redraw();
  }
}

/** A game that cannot be analysed is left out. @param {CoachState} state @param {string} game @param {AbortSignal} signal */
async function one(state, game, signal) {
  try {
    await analyse(game, () => {}, signal);
  } catch (error) {
    if (!(error instanceof Problem) || signal.aborted) throw error;
    state.trouble = error.message;
  }
}

/** @param {CoachState} state @param {AbortSignal} signal */
export function coachSection(state, signal) {
  const { found, isBusy, asked, trouble } = state;
  if (!found || (!found.games && !found.missing.length)) return null;
  return h("section", { class: "sheet stack", key: "coach" },
    h("h2", null, t("coach.title")),
    found.games > 0 && h("p", { class: "soft", key: "looked_at" }, t("coach.looked_at", { n: found.games })),
    found.habits.length
      ? h("ol", { class: "stack coach-habits", key: "habits" }, found.habits.map((habit) => h("li", { key: habit.kind, class: "stack" }, habitText(habit), exampleLink(habit))))
      : h("p", { key: "none" }, found.games < found.needed ? t("coach.too_few", { n: found.needed }) : t("coach.none")),
    found.missing.length > 0 && h("button", { class: "button quiet", key: "ask", type: "button", onclick: () => ask(state, signal), "aria-disabled": isBusy ? "true" : null }, t("coach.ask", { n: found.missing.length })),
    h("p", { role: "status", key: "status" }, isBusy ? t("coach.working", { asked: asked + 1, of: found.missing.length }) : trouble));
}

/** @param {Coach["habits"][number]} habit */
function habitText({ kind, points, low, high, decisions }) {
  return h("p", null, h("b", null, t(`coach.kind.${kind}`)), " ",
    t("coach.costs", { points: number(points), low: number(low), high: number(high), n: decisions }));
}

/** @param {Coach["habits"][number]} habit */
function exampleLink({ example: { game, version, seat, lost } }) {
  return link(`/replay/${game}?at=${version}&seat=${seat}`, { class: "cell-link" }, t("coach.example", { points: number(lost) }));
}

/** @param {number} value */
const number = (value) => new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(value);
