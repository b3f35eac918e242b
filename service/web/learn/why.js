// A decision of a strategy in words: what it would do, what that is worth, and what its plan does with the cards.

import { nameOf } from "../catalogue.js";
import { enumerate, t } from "../language/texts.js";
import { language } from "../settings.js";
import { botName } from "../start/words.js";

/** @typedef {import("./ask.js").Decision} Decision */
/** @typedef {Decision["alternatives"][number]} Alternative */

const EMPIRE = "empire";
const MAX_ALTERNATIVES = 2;
/** Points; a smaller difference is shown as none. */
const SMALLEST_DIFFERENCE = 0.05;

/** What to do, as a sentence. @param {import("../types.js").Intention} intention */
export function doText(intention) {
  const { type, card = "", cards = [], onto = "", item, character, as } = intention;
  const isInstead = as !== undefined && as !== item; // otherwise a krystallium goes on a space for krystallium
  const variant = onto === EMPIRE ? ".empire" : onto && isInstead ? ".as" : "";
  return t(`why.do.${type}${variant}`, {
    card: card && nameOf(card),
    cards: namesOf(cards),
    onto: onto && onto !== EMPIRE ? nameOf(onto) : "",
    item: kindText(item ?? character),
    as: kindText(as),
  });
}

/** Why: the value, the plan, and what comes next. @param {Decision} decision @returns {string[]} */
export function whyTexts(decision) {
  const [best, ...others] = decision.alternatives;
  if (!best || !decision.estimate) return []; // a worker of an older version made it
  return [
    valueText(decision, best, others.length),
    ...planTexts(best.plan),
    ...(decision.estimate === "none" ? [] : alternativeTexts(best, others)),
    ...fallbackTexts(decision),
  ];
}

/** What a plan does with the cards. @param {Alternative["plan"]} plan @returns {string[]} */
export function planTexts(plan) {
  if (!plan) return [];
  const { construct, keep, recycle } = plan;
  return [
    construct.length ? t("why.construct", { cards: namesOf(construct) }) : t("why.construct.nothing"),
    ...(keep.length ? [t("why.keep", { cards: namesOf(keep) })] : []),
    ...(recycle.length ? [t("why.recycle", { cards: namesOf(recycle) })] : []),
  ];
}

/** Whether two plans construct the same, copies of a card taken as one. @param {Alternative["plan"]} one @param {Alternative["plan"]} other */
export function constructSame(one, other) {
  return namesOf([...one?.construct ?? []].sort()) === namesOf([...other?.construct ?? []].sort());
}

/** That another strategy decided, and why. @param {Decision} decision @returns {string[]} */
function fallbackTexts({ strategy, fallback }) {
  if (!fallback) return [];
  return [t("why.fallback", { bot: botName(strategy), other: botName(fallback.strategy), reason: t(`why.reason.${fallback.reason}`) })];
}

/** @param {Decision} decision @param {Alternative} best @param {number} others */
function valueText({ estimate, score = 0 }, { value }, others) {
  if (estimate === "none") return others ? t("why.random", { count: others + 1 }) : t("why.alone");
  const isBehind = estimate === "lead" && Math.round(10 * value) < 0;
  return t(isBehind ? "why.behind" : `why.${estimate}`, { score, value: points(estimate === "lead" ? Math.abs(value) : value) });
}

/** The next best options, copies of a card told once. @param {Alternative} best @param {Alternative[]} others @returns {string[]} */
function alternativeTexts(best, others) {
  /** @type {Map<string, Alternative>} */
  const distinct = new Map();
  for (const each of [best, ...others]) if (!distinct.has(doText(each.intention))) distinct.set(doText(each.intention), each);
  return [...distinct].slice(1, 1 + MAX_ALTERNATIVES).flatMap(([what, { value, plan }]) => {
    const less = best.value - value;
    const text = less < SMALLEST_DIFFERENCE ? t("why.equal", { what }) : t("why.worse", { what, less: points(less) });
    if (!plan || !best.plan || constructSame(plan, best.plan)) return [text];
    return [`${text} ${planTexts(plan)[0]}`];
  });
}

/** Cards as a list, copies together. @param {string[]} cards */
function namesOf(cards) {
  const copies = [...Map.groupBy(cards.map(nameOf), (name) => name)];
  return enumerate(copies.map(([name, { length }]) => (length > 1 ? `${length}× ${name}` : name)));
}

/** @param {string | undefined} kind */
const kindText = (kind) => (kind ? t(`item.${kind}`, { n: 1 }) : "");

/** @param {number} value */
const points = (value) => new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(value);
