// A game alone: against bots, solo, or a scenario.

import { h } from "../dom.js";
import { redraw } from "../page.js";
import { get } from "../api.js";
import { keep, kept } from "../settings.js";
import { t } from "../language/texts.js";
import { catalogueSoon, mostSeats } from "./catalogue_soon.js";
import { segments, select } from "./fields.js";
import { FIRST_CHOICES, SCENARIOS, SIDES } from "./options.js";
import { botName, scenarioName, strategyText } from "./words.js";

/** The strategies of this service, the weakest first; null until it has told them. @type {string[] | null} */
let strategies = null;
/** @type {Promise<void> | null} */
let asking = null;

/** The choices of the last time. @returns {import("./options.js").Choices} */
export function keptChoices() {
  return { ...FIRST_CHOICES, ...kept("choices") };
}

/** What is to be played, and the button that plays it. @param {import("./options.js").Choices} choices @param {{ isBusy: boolean, run(): void }} play */
export function quickPlay(choices, play) {
  /** @param {Partial<import("./options.js").Choices>} chosen */
  const choose = (chosen) => {
    keep("choices", Object.assign(choices, chosen));
    redraw();
  };
  /** @param {{ preventDefault(): void }} event */
  const onsubmit = (event) => {
    event.preventDefault();
    play.run();
  };
  return h("form", { class: "stack", key: "quick", onsubmit, novalidate: true },
    h("button", { class: "button start-go", "aria-disabled": play.isBusy ? "true" : null }, play.isBusy ? t("start.opening") : t("start.play")),
    h("details", { class: "more", key: "choices" },
      h("summary", null, h("span", { class: "more-what" }, choicesText(choices)), " ", h("span", { class: "more-change" }, t("start.change"))),
      h("div", { class: "stack sheet" },
        segments("mode", t("start.mode"), ["bots", "solo", "scenario"].map((value) => ({ value, text: t(`start.mode.${value}`) })), choices.mode, (mode) => choose({ mode: /** @type {import("./options.js").Choices["mode"]} */ (mode) })),
        FIELDS[choices.mode](choices, choose))));
}

/** What the button plays, in a few words. @param {import("./options.js").Choices} choices */
function choicesText({ mode, opponents, strategy, soloSide, scenario }) {
  if (mode === "solo") return `${t("start.mode.solo")} · ${t("start.side.short", { side: soloSide })}`;
  if (mode === "scenario") return scenarioName(scenario);
  return `${opponents} × ${botName(strategy)}`;
}

/** @typedef {(choices: import("./options.js").Choices, choose: (chosen: Partial<import("./options.js").Choices>) => void) => import("../dom.js").VNode} Fields */

/** @type {Record<string, Fields>} */
const FIELDS = {
  bots: ({ opponents, strategy, side }, choose) => h("div", { class: "fields", key: "bots" },
    segments("opponents", t("start.opponents"), Array.from({ length: mostSeats(opponents + 1) - 1 }, (_, index) => ({ value: String(index + 1), text: String(index + 1) })), String(opponents), (value) => choose({ opponents: Number(value) })),
    strategyField(strategy, (value) => choose({ strategy: value })),
    sideField(side, (value) => choose({ side: value }))),
  solo: ({ soloSide }, choose) => h("div", { class: "fields", key: "solo" },
    h("p", { class: "soft" }, t("start.solo.what")),
    sideField(soloSide, (value) => choose({ soloSide: value }))),
  scenario: ({ scenario }, choose) => {
    catalogueSoon(); // has their names
    return h("div", { class: "fields", key: "scenario" },
      h("p", { class: "soft" }, t("start.scenario.what")),
      select(t("start.scenario"), SCENARIOS.map((value) => ({ value, text: scenarioName(value) })), scenario, (value) => choose({ scenario: value })));
  },
};

/** How strong the bots are. @param {string} strategy @param {(value: string) => void} onChoose */
export function strategyField(strategy, onChoose) {
  askStrategies();
  return select(t("start.strategy"), (strategies ?? [strategy]).map((value) => ({ value, text: strategyText(value) })), strategy, onChoose);
}

/** The side of the empire cards. @param {string} side @param {(value: string) => void} onChoose @param {string} [name] of the field */
export function sideField(side, onChoose, name = "side") {
  return segments(name, t("start.side"), SIDES.map((value) => ({ value, text: t(`start.side.${value}`) })), side, onChoose);
}

function askStrategies() {
  asking ??= get("/v1/bots").then((/** @type {import("../types.js").Schemas["Bot"][]} */ bots) => {
    strategies = bots.map(({ name }) => name).reverse();
    redraw();
  }, () => { asking = null; });
}
