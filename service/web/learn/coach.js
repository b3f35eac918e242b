// The coach at the table: what to do next and why, what is new, and where to tap.

import { h } from "../dom.js";
import { redraw } from "../page.js";
import { CHARACTERS, TYPES, designOf, nameOf } from "../catalogue.js";
import { amountsText } from "../cards/describe.js";
import { t } from "../language/texts.js";
import { advise } from "./advice.js";
import { guide, keepGuide, showCoach } from "./guided.js";
import { ownSeat } from "../table/rules.js";
import { roundsLeft } from "./worth.js";

/** @typedef {import("./advice.js").Advice} Advice */
/** @typedef {{ view: import("../types.js").View, legal: import("../types.js").Intention[], selected?: { card?: string, item?: string } | null }} CoachState `selected`: what the player has tapped */

const EMPIRE = "empire";
const MARK = "data-coached";
/** The target that was last brought into sight. */
let shown = "";

/** The bar of the coach, for a player who has one. @param {CoachState} state @returns {import("../dom.js").Child} */
export function coach({ view, legal, selected }) {
  const advice = advise(view, legal);
  const target = targetOf(advice, view, selected ?? null);
  queueMicrotask(() => mark(target));
  const topic = nextTopic(view, guide().told);
  return h("section", { class: `coach ${topic ? "with-topic" : ""}`, key: "coach", "aria-label": t("coach.title") },
    topic && h("div", { class: "coach-topic", key: topic },
      h("h2", null, t(`coach.topic.${topic}`)),
      h("p", null, t(`coach.topic.${topic}.text`)),
      h("button", { type: "button", class: "button quiet small", onclick: () => { keepGuide({ told: [...guide().told, topic] }); redraw(); } }, t("coach.understood"))),
    h("div", { class: "coach-advice", key: "advice" },
      h("h2", null, t("coach.next")),
      h("div", { role: "status", class: "coach-text" },
        h("p", { class: "coach-do" }, doText(advice, selected ?? null)),
        h("p", { class: "soft" }, t(`coach.why.${advice.why}`, valuesOf(advice)))),
      target && h("button", { type: "button", class: "chip coach-show", onclick: () => show(target) }, t("coach.show"))),
    h("button", { type: "button", class: "chip close", key: "close", "aria-label": t("coach.close"), onclick: () => { mark(""); showCoach(view.id, false); } }, "✕"));
}

/** What to do: first to tap the card, then what to press. @param {Advice} advice @param {CoachState["selected"]} selected */
function doText(advice, selected) {
  const { card, onto, intention, what } = advice;
  if (!intention || !card || selected?.card !== card) return t(`coach.do.${what}`, valuesOf(advice));
  const isOnto = intention.type === "recycle" && onto !== EMPIRE;
  return t("coach.press", { button: isOnto ? t("play.onto", valuesOf({ ...advice, card: onto })) : t(`play.do.${intention.type}`) });
}

/** The names that the texts of an advice speak of. @param {Advice} advice @returns {Record<string, string>} */
function valuesOf({ card, onto, item }) {
  const named = { onto: onto && onto !== EMPIRE ? nameOf(onto) : "", item: item ? kindText(item) : "" };
  if (!card) return named;
  const { production, production_per: perType, victory_points: { flat, per }, construction_bonus: bonus, recycling_bonus: recycled } = designOf(card);
  return {
    ...named,
    card: nameOf(card),
    amounts: amountsText(production),
    resource: perType ? t(`item.${perType.resource}`, { n: 1 }) : "",
    type: perType ? t(`type.${perType.per}`) : "",
    worth: per ? t("card.points_per", { n: per.points, what: kindText(per.of) }) : t("card.points", { n: flat }),
    bonus: amountsText(bonus),
    recycled: t(`resource.${recycled}`),
  };
}

/** The name of a resource, a character or a type. @param {string} kind */
function kindText(kind) {
  if (CHARACTERS.includes(kind)) return t(`item.${kind}.each`);
  return t(TYPES.includes(kind) ? `type.${kind}` : `resource.${kind}`);
}

/** The element to use next, as a selector; "" if there is none. @param {Advice} advice @param {import("../types.js").View} view @param {CoachState["selected"]} selected */
function targetOf({ intention }, view, selected) {
  if (!intention) return "";
  const { type, card = "", onto = "", item = "", character = "" } = intention;
  const focus = (/** @type {string} */ name) => `[data-focus="${CSS.escape(name)}"]`;
  if (type === "ready") return focus("ready");
  if (type === "choose") return focus(`choose.${character}`);
  if (type === "place") {
    const isInHand = item === view.step ? !selected?.card : selected?.item === item;
    return isInHand ? (onto === EMPIRE ? focus("put.empire") : `${focus(`put.${onto}.${intention.as ?? ""}`)}, ${focus(`put.${onto}.`)}`) : `[data-row="tray"]${focus(item)}`;
  }
  if (selected?.card !== card) return `.pick${focus(card)}`;
  return focus(type !== "recycle" ? "act.main" : onto === EMPIRE ? "act.recycle" : `onto.${onto}`);
}

/** Mark the target, and no other element. @param {string} target */
function mark(target) {
  const wanted = target ? document.querySelector(target) : null;
  for (const each of document.querySelectorAll(`[${MARK}]`)) if (each !== wanted) each.removeAttribute(MARK);
  wanted?.setAttribute(MARK, "");
  if (wanted && shown !== target) wanted.scrollIntoView({ block: "nearest" });
  shown = wanted ? target : "";
}

/** Bring the target into sight, and the keyboard to it. @param {string} target */
function show(target) {
  const element = /** @type {HTMLElement | null} */ (document.querySelector(target));
  element?.scrollIntoView({ block: "center" });
  element?.focus({ preventScroll: true });
}

/** @typedef {import("../table/rules.js").View} View */

/** Topic → whether it matters in this view, in the order in which a game shows them. @type {[string, (view: View, seat: import("../types.js").Seat) => boolean][]} */
const TOPICS = [
  ["finished", (view) => view.status === "finished"],
  ["draft", (view) => view.phase === "draft"],
  ["card", (view) => view.phase === "draft"],
  ["passing", (view, seat) => view.phase === "draft" && seat.drafted.length > 0],
  ["solo", (view) => view.phase === "planning" && view.sequence !== null],
  ["planning", (view) => view.phase === "planning"],
  ["site", (view, seat) => view.phase === "planning" && seat.construction.length > 0],
  ["production", (view) => view.phase === "production"],
  ["supremacy", (view) => view.phase === "production" && view.supremacy.length > 0],
  ["built", (_view, seat) => seat.constructed.length > 0],
  ["characters", (_view, seat) => seat.generals + seat.financiers > 0],
  ["krystallium", (_view, seat) => seat.krystallium > 0],
  ["round", (view) => view.round === 2],
  ["last_round", (view) => roundsLeft(view) === 1],
];

/** The next topic that matters and has not been explained; null if there is none. @param {View} view @param {string[]} told @returns {string | null} */
export function nextTopic(view, told) {
  const seat = ownSeat(view);
  return TOPICS.find(([topic, matters]) => !told.includes(topic) && matters(view, seat))?.[0] ?? null;
}
