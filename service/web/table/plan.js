// Placements that a person has made and the service has not confirmed: how they look, and what can follow them.

import { designOf } from "../catalogue.js";
import { after, cardsToPlan, held, legalIn, openKinds, ownSeat } from "./rules.js";

/** @typedef {import("./rules.js").Intention} Intention */
/** @typedef {import("./rules.js").View} View */
/** Something that can be moved: a card, or a kind of cube or character. @typedef {{ card: string } | { item: string }} Thing */
/** Where a thing can go: `drafted`, `construction`, `hand`, `empire`, `discard`, or a card under construction. @typedef {{ target: string, intention: Intention }} Option */

/** The view as it will look after the pending intentions. @param {View} view @param {Intention[]} pending @returns {View} */
export function preview(view, pending) {
  return pending.reduce(after, view);
}

/** What can be done after the pending intentions: without any, what the service says. @param {View} view @param {Intention[]} legal @param {Intention[]} pending @returns {Intention[]} */
export function possible(view, legal, pending) {
  return pending.length ? legalIn(preview(view, pending)) : legal;
}

/** The pending intentions up to the first that is not possible any more. @param {View} view @param {Intention[]} pending @returns {Intention[]} */
export function stillPossible(view, pending) {
  let now = view;
  /** @type {Intention[]} */
  const kept = [];
  for (const intention of pending) {
    if (!isPossible(now, intention)) break;
    kept.push(intention);
    now = after(now, intention);
  }
  return kept;
}

/** @param {View} view @param {Intention} intention */
function isPossible(view, intention) {
  if (intention.type === "slate_all" || intention.type === "recycle_rest") return !view.unknown && cardsToPlan(view).length > 0;
  if (intention.type === "place_rest_on_empire") return held(view, view.step) > 0;
  return intention.type === "auto_ready" || legalIn(view).some((each) => same(each, intention));
}

/** @param {Intention} a @param {Intention} b */
function same(a, b) {
  return a.type === b.type && a.card === b.card && a.item === b.item && a.onto === b.onto && a.character === b.character
    && (a.as === b.as || !b.as) && (a.cards ?? []).toSorted().join() === (b.cards ?? []).toSorted().join();
}

/** Where a thing can go. @param {Intention[]} legal @param {Thing | null} thing @returns {Option[]} */
export function optionsOf(legal, thing) {
  if (!thing) return [];
  const own = "card" in thing ? legal.filter(({ card }) => card === thing.card) : legal.filter(({ item }) => item === thing.item);
  return own.map((intention) => ({ target: targetOf(intention), intention }));
}

/** @param {Intention} intention */
function targetOf({ type, onto }) {
  return onto ?? { draft: "drafted", slate: "construction", keep: "hand", discard: "discard" }[type] ?? type;
}

/** What a second tap on a card does. @param {Option[]} options @returns {Option | undefined} */
export function mainOption(options) {
  return options.find(({ intention }) => ["draft", "slate", "keep"].includes(intention.type));
}

/** The kinds of things that can be placed now. @param {Intention[]} legal @returns {string[]} */
export function placeable(legal) {
  return [...new Set(legal.flatMap(({ type, item }) => (type === "place" && item ? [item] : [])))];
}

/**
 * Intentions that put cubes of the step and characters onto a card under construction, as many as fit.
 *
 * @param {View} view as previewed @param {string} card @returns {Intention[]}
 */
export function fill(view, card) {
  const site = ownSeat(view).construction.find((each) => each.card === card);
  if (!site) return [];
  return openKinds(site).flatMap((kind) => {
    const open = site.spaces.filter((space) => !space.filled && space.needs === kind).length;
    const own = kind === "krystallium" ? 0 : held(view, kind);
    return Array.from({ length: Math.min(open, own) }, () => ({ type: "place", item: kind, onto: card }));
  });
}

/**
 * Intentions that construct a card at once, with krystallium where cubes are missing; null if it cannot be done.
 *
 * @param {View} view as previewed @param {string} card @returns {Intention[] | null}
 */
export function complete(view, card) {
  const start = fill(view, card);
  const site = ownSeat(preview(view, start)).construction.find((each) => each.card === card);
  if (!site) return start.length ? start : null;
  const open = site.spaces.filter((space) => !space.filled).map((space) => space.needs);
  if (open.includes("general") || open.includes("financier") || open.length > held(view, "krystallium")) return null;
  return [...start, ...open.map((as) => ({ type: "place", item: "krystallium", onto: card, as }))];
}

/** The cube that a card recycles into. @param {string} card */
export function recyclesInto(card) {
  return designOf(card).recycling_bonus;
}

/** Why a seat cannot be ready: the key of a sentence; null if it can. @param {View} view as previewed @returns {string | null} */
export function whyNotReady(view) {
  const seat = ownSeat(view);
  if (view.status !== "playing") return "play.why.over";
  if (seat.away) return "play.why.away";
  if (view.pause?.until) return "menu.pause.paused";
  if (view.unknown) return "play.why.unknown";
  if (view.phase === "draft") return view.picked ? "play.why.picked" : "play.why.pick";
  if (seat.ready) return "play.why.ready";
  if (seat.choosing) return "play.why.choose";
  if (view.candidates.length) return "play.why.keep";
  if (cardsToPlan(view).length) return "play.why.cards";
  return view.step && held(view, view.step) ? "play.why.cubes" : null;
}
