// The panel that asks a strategy about the decisions of one's own seat.

import { h } from "../dom.js";
import { link, redraw } from "../page.js";
import { get } from "../api.js";
import { cardFace } from "../cards/card.js";
import { describe } from "../cards/describe.js";
import { t } from "../language/texts.js";
import { choice } from "../replay/parts.js";
import { strategyText } from "../start/words.js";
import { constructSame, planTexts, whyTexts } from "../learn/why.js";
import { alternativeOf, askAbout, decisionsOf } from "./better.js";

/** @typedef {import("./better.js").Finding} Finding */

/** @param {string} game @param {import("../fold/fold.js").Replay} replay @param {number} seat */
export function makeBetter(game, replay, seat) {
  const decisions = decisionsOf(replay, seat);
  const closed = new AbortController();
  /** @type {string[]} */
  let strategies = [];
  let strategy = "";
  /** @type {{ asked: number, answered: number, findings: Finding[] } | null} */
  let answers = null;
  let isAsking = false;
  get("/v1/bots").then((/** @type {import("../types.js").Schemas["Bot"][]} */ found) => {
    strategies = found.map(({ name }) => name);
    strategy = strategies[0] ?? "";
    redraw();
  }, () => {});

  async function ask() {
    isAsking = true;
    answers = { asked: 0, answered: 0, findings: [] };
    redraw();
    try {
      for (const decision of decisions) {
        const { isAnswered, finding } = await askAbout(replay, seat, decision, strategy, closed.signal);
        answers = {
          asked: answers.asked + 1,
          answered: answers.answered + Number(isAnswered),
          findings: finding ? [...answers.findings, finding] : answers.findings,
        };
        redraw();
      }
    } catch (error) {
      if (!closed.signal.aborted) throw error;
    } finally {
      isAsking = false;
      redraw();
    }
  }

  return {
    view: () => decisions.length > 0 && h("section", { class: "sheet stack better" },
      h("h2", null, t("end.better")), h("p", { class: "soft" }, t("end.better_why")),
      h("div", { class: "row" },
        choice(t("end.strategy"), strategies.map((each) => [each, strategyText(each)]), strategy, (chosen) => { strategy = chosen; redraw(); }),
        h("button", { class: "button quiet ask", type: "button", onclick: ask, disabled: isAsking || !strategy }, t("end.ask"))),
      h("div", { role: "status" }, answers && h("p", null, isAsking
        ? t("end.asking", { done: Math.min(answers.asked + 1, decisions.length), all: decisions.length })
        : t("end.agreed", { n: answers.answered, agreed: answers.answered - answers.findings.length }))),
      answers && h("ol", { class: "findings" }, answers.findings.map((each) => finding(game, seat, each)))),
    close: () => closed.abort(),
  };
}

/** @param {string} game @param {number} seat @param {Finding} finding */
function finding(game, seat, { decision, own, better, gain, answer }) {
  const round = t("replay.round", { round: decision.round });
  const title = decision.pick ? t("end.draft_pick", { moment: round, n: decision.pick }) : `${round} · ${t("phase.planning")}`;
  return h("li", { key: decision.version, class: "finding" },
    h("h3", null, title),
    h("div", { class: "row finding-cards" },
      decision.pick && card(t("end.you_took"), own.card),
      card(decision.pick ? t("end.bot_takes") : "", better.card),
      h("div", { class: "stack finding-words" },
        !decision.pick && h("p", null, t(better.type === "slate" ? "end.bot_slates" : "end.bot_recycles")),
        gain !== null && h("p", null, t("end.gain", { n: gain })),
        link(`/replay/${game}?at=${decision.version}&seat=${seat}`, { class: "button quiet small" }, t("end.look")))),
    h("details", { class: "finding-why" }, h("summary", null, t("end.why")),
      h("ul", null, [...whyTexts(answer), ...ownText(answer, own)].map((each) => h("li", { class: "soft" }, each)))));
}

/** What the player's own choice would have constructed, by the bot's plan for it, if that differs. @param {Finding["answer"]} answer @param {Finding["own"]} own @returns {string[]} */
export function ownText({ alternatives }, own) {
  const plan = alternativeOf(alternatives, own)?.plan;
  if (!plan || constructSame(plan, alternatives[0]?.plan)) return [];
  return [`${t("end.your_choice")} ${planTexts(plan)[0]}`];
}

/** @param {string} title @param {string} id */
const card = (title, id) => h("figure", { class: "finding-card", title: describe(id) },
  h("figcaption", null, title), cardFace(id, { flight: false }), h("span", { class: "unseen" }, describe(id)));
