// Cards and amounts in words, for those who ask and those who listen.

import { t } from "../language/texts.js";
import { designOf, empireOf } from "../catalogue.js";

/** Amounts, such as `2 gold, 1 science`. @param {Record<string, number>} amounts */
export function amountsText(amounts) {
  return Object.entries(amounts).filter(([, n]) => n).map(([item, n]) => t(`item.${item}`, { n })).join(", ");
}

/** Name and type of a card. @param {string} card */
export function cardTitle(card) {
  const { name, type } = designOf(card);
  return t("card.title", { name, type: t(`type.${type}`) });
}

/** @typedef {"cost" | "bonus" | "production" | "per" | "points" | "recycle"} Part */

/** What the parts of a card mean, one sentence each. @param {string} card @returns {{ part: Part, text: string }[]} */
export function cardParts(card) {
  const design = designOf(card);
  const per = design.production_per;
  /** @type {Record<Part, string>} */
  const texts = {
    cost: t("card.cost", { amounts: amountsText(design.cost) }),
    bonus: amountsText(design.construction_bonus) && t("card.bonus", { amounts: amountsText(design.construction_bonus) }),
    production: amountsText(design.production) && t("card.produces", { amounts: amountsText(design.production) }),
    per: per ? t("card.produces_per", { resource: t(`item.${per.resource}`, { n: 1 }), type: t(`type.${per.per}`) }) : "",
    points: pointsText(design.victory_points),
    recycle: t("card.recycles", { resource: t(`item.${design.recycling_bonus}`, { n: 1 }) }),
  };
  return Object.entries(texts).flatMap(([part, text]) => (text ? [{ part: /** @type {Part} */ (part), text }] : []));
}

/** The facts of a card, one sentence each. @param {string} card @returns {string[]} */
export function cardFacts(card) {
  return cardParts(card).map(({ text }) => text);
}

/** A card in one breath. @param {string} card */
export function describe(card) {
  return [cardTitle(card), ...cardFacts(card)].join(". ");
}

/** A card under construction: what it still needs. @param {import("../types.js").Site} site */
export function siteText({ card, spaces }) {
  const open = spaces.filter(({ filled }) => !filled);
  const needs = amountsText(countOf(open.map(({ needs }) => needs)));
  return `${cardTitle(card)}. ${t("card.progress", { filled: spaces.length - open.length, all: spaces.length })}. ${t("card.needs", { amounts: needs })}`;
}

/** The facts of an empire. @param {string} id @param {string} side @returns {string} */
export function describeEmpire(id, side) {
  const empire = empireOf(id, side);
  return [empire.name, t("card.produces", { amounts: amountsText(empire.production) }), pointsText(empire.victory_points)].filter(Boolean).join(". ");
}

/** @param {import("../types.js").Points} points */
function pointsText({ flat, per }) {
  if (per) return t("card.points_per", { n: per.points, what: t(per.of === "general" || per.of === "financier" ? `item.${per.of}.each` : `type.${per.of}`) });
  return flat ? t("card.points", { n: flat }) : "";
}

/** How often each word comes. @param {string[]} words @returns {Record<string, number>} */
export function countOf(words) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
