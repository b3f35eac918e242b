// The head of the table: the game, its round and step, who is waited for, the own clock, and the connection.

import { h } from "../dom.js";
import { catalogue } from "../catalogue.js";
import { symbol } from "../cards/symbols.js";
import { enumerate, t } from "../language/texts.js";
import { clockPill } from "./clocks.js";
import { explained } from "./explained.js";
import { currentStep, stepsOfRound } from "./race.js";
import { passingWay, seatNames } from "./seats.js";

/** What the game is called: its name, its scenario, or its kind. @param {import("./seats.js").View} view */
export function gameName(view) {
  const scenario = view.scenario && catalogue()?.scenarios.find((each) => each.id === view.scenario);
  return view.name ?? scenario?.name ?? t(view.mode === "standard" ? "table.game" : "table.solo_game", { n: view.seats.length });
}

/** Round and step in words: `Round 2 of 4, Production of Energy`. @param {import("./seats.js").View} view */
export function stageText(view) {
  if (view.status !== "playing") return t(`table.status.${view.status}`);
  return t("table.stage", { round: view.round, rounds: catalogue().constants.rounds, step: stepText(currentStep(view)) });
}

/** @param {string | null} step */
function stepText(step) {
  if (!step) return "";
  return step === "draft" || step === "planning" ? t(`phase.${step}`) : t("table.production_of", { resource: t(`resource.${step}`) });
}

/** Who the game waits for, in words. @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts */
export function waitingText(view, facts) {
  if (view.status !== "playing") return "";
  if (view.pause?.until) return t("table.paused");
  const others = view.waiting_on.filter((seat) => seat !== view.seat);
  const names = seatNames(view, facts);
  const waited = enumerate(others.map((seat) => names[seat] ?? ""));
  if (view.seat !== null && view.waiting_on.includes(view.seat)) return t("table.your_turn");
  return others.length ? t("table.waiting_for", { names: waited }) : t("table.goes_on");
}

/** @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts @param {...import("../dom.js").Child} tools buttons at the end */
export function head(view, facts, ...tools) {
  const isMine = view.seat !== null && view.waiting_on.includes(view.seat);
  return h("header", { class: "head", key: "head" },
    h("div", { class: "head-game" },
      h("h1", { class: "head-name", dir: "auto" }, gameName(view)),
      h("span", { class: "unseen" }, stageText(view)),
      connectionSign(facts)),
    view.status === "playing" && [roundPips(view), track(view)],
    h("div", { class: "head-turn" },
      h("span", { class: `pill ${isMine ? "mine" : ""}` }, h("span", { class: "pill-text" }, waitingText(view, facts) || t(`table.status.${view.status}`))),
      view.seat !== null && clockPill(facts, view.seat)),
    tools.length > 0 && h("div", { class: "head-tools" }, ...tools));
}

/** @param {import("./seats.js").View} view */
function roundPips(view) {
  const { rounds } = catalogue().constants;
  return explained("phase.round", { class: "rounds", "aria-label": t("table.round", { round: view.round, rounds }) },
    h("b", { "aria-hidden": "true" }, t("table.round.short", { round: view.round, rounds })),
    h("span", { class: "round-pips", "aria-hidden": "true" }, Array.from({ length: rounds }, (_, index) => h("i", { class: index + 1 < view.round ? "past" : index + 1 === view.round ? "now" : "" }))));
}

/** The steps of the round, the current one marked. @param {import("./seats.js").View} view */
function track(view) {
  const current = currentStep(view);
  const steps = stepsOfRound(view);
  const at = steps.indexOf(current ?? "");
  return h("ol", { class: "track", "aria-label": t("table.track") }, steps.map((step, index) => {
    const isPhase = step === "draft" || step === "planning";
    return h("li", { class: `step ${isPhase ? "phase" : "resource"} ${index < at ? "past" : index === at ? "now" : ""}`, key: step, "aria-current": index === at ? "step" : null },
      explained(isPhase ? `phase.${step}` : `step.${step}`, { class: "step-face", "aria-label": stepText(step) },
        isPhase ? h("span", { "aria-hidden": "true" }, t(`phase.${step}`)) : h("span", { class: `cube ${step}`, "data-flight": `step ${step}` }, symbol(step)),
        step === "draft" && index === at && view.seats.length > 1 && passing(view)));
  }));
}

/** Which way hands are passed (R12). @param {import("./seats.js").View} view */
function passing(view) {
  const way = passingWay(view.round);
  return h("span", { class: `passing ${way}`, key: "passing" }, h("span", { "aria-hidden": "true" }, way === "left" ? "←" : "→"), h("span", { class: "unseen" }, t(`table.passing.${way}`)));
}

/** Whether the page hears from the service. @param {import("./seats.js").Facts | null} facts */
function connectionSign(facts) {
  if (!facts || facts.connection === "ended") return null;
  return h("span", { class: `connection ${facts.connection}`, role: "status" },
    h("i", { "aria-hidden": "true" }), h("span", { class: facts.connection === "live" ? "unseen" : "" }, t(`table.connection.${facts.connection}`)));
}
