// What a player is asked to do, what can be done with the selected thing, and undo and ready.

import { h } from "../dom.js";
import { CHARACTERS, designOf, nameOf } from "../catalogue.js";
import { cardFace, typeMark } from "../cards/card.js";
import { cube } from "../cards/cubes.js";
import { amountsText, countOf } from "../cards/describe.js";
import { cardLegend } from "../cards/legend.js";
import { symbol } from "../cards/symbols.js";
import { t } from "../language/texts.js";
import { complete, fill, mainOption, optionsOf, placeable, recyclesInto, whyNotReady } from "./plan.js";
import { cardsToPlan } from "./rules.js";
import { slots } from "./sites.js";

/** @typedef {import("./session.js").Play} Play */
/** @typedef {import("./rules.js").Intention} Intention */

/** What to do now, in a sentence. `others`: the names that the game waits for; "" if it waits for nobody else. @param {Pick<Play, "view" | "seat" | "others">} play @returns {string} */
export function promptText({ view, seat, others }) {
  if (seat.away) return t("play.why.away");
  if (view.pause?.until) return t("menu.pause.paused");
  if (view.unknown) return t("play.why.unknown");
  const isDone = view.phase === "draft" ? view.picked : seat.ready;
  if (isDone && !others) return t("play.why.unknown");
  if (view.phase === "draft") return view.picked ? t("play.prompt.picked", { card: nameOf(view.picked), names: others }) : t("play.prompt.draft");
  if (seat.ready) return t("play.prompt.ready", { names: others });
  if (seat.choosing) return t("play.prompt.choose");
  if (view.candidates.length) return t("play.prompt.keep");
  const cards = cardsToPlan(view).length;
  if (cards) return t("play.prompt.planning", { n: cards });
  const left = view.step ? seat.cubes_to_place[view.step] ?? 0 : 0;
  return left ? t("play.prompt.place", { amounts: t(`item.${view.step}`, { n: left }) }) : t("play.prompt.done");
}

/** Cubes, krystallium and characters that can be placed now. @param {Play} play */
export function tray(play) {
  const items = placeable(play.legal);
  if (!items.length) return null;
  const pieces = items.map((item) => {
    const n = play.held(item);
    return h("li", { key: item }, h("button", {
      type: "button", class: `tray-item ${play.isSelected({ item }) ? "selected" : ""}`, "aria-pressed": String(play.isSelected({ item })), "aria-label": t(`item.${item}`, { n }),
      tabindex: play.tabStop("tray", item) ? 0 : -1, "data-row": "tray", "data-focus": item, "data-drag": `item:${item}`, "data-flight": `tray ${item}`, onclick: () => play.tap({ item }), onfocus: () => play.focused("tray", item),
    }, h("b", { "aria-hidden": "true" }, String(n)), cube(item)));
  });
  return h("div", { class: "tray", key: "tray" }, h("ul", { class: "row", "aria-label": t("play.tray") }, pieces), h("div", { class: "row" }, toEmpire(play)), play.targets.has("empire") && h("span", { class: "tray-slots", key: "slots", "aria-hidden": "true" }, slots(play.seat.empire_cubes)));
}

/** The ways onto the empire card: one cube of the step, or all. @param {Play} play */
function toEmpire(play) {
  const { step } = play.view;
  const one = play.legal.find(({ type, item, onto }) => type === "place" && item === step && onto === "empire");
  if (!one || !step) return null;
  const n = play.held(step);
  return [
    h("button", { type: "button", class: "chip put", key: "one", "data-drop": "empire", "data-focus": "put.empire", "aria-label": t("play.put", { item: t(`item.${step}`, { n: 1 }), card: t("play.empire") }), onclick: () => play.act([one]) },
      h("span", { "aria-hidden": "true" }, "+"), cube(step), h("span", { "aria-hidden": "true" }, "→"), symbol("empire")),
    n > 1 && h("button", { type: "button", class: "chip", key: "all", "data-focus": "quick.rest", "aria-label": t("play.rest_to_empire", { n }), onclick: () => play.quick("place_rest_on_empire") },
      t("play.all", { n }), h("span", { "aria-hidden": "true" }, "→"), symbol("empire")),
  ];
}

/** The choice of a character. @param {Play} play */
export function characters(play) {
  if (!play.legal.some(({ type }) => type === "choose")) return null;
  return h("div", { class: "choice", key: "choice", role: "group", "aria-label": t("play.prompt.choose") }, CHARACTERS.map((character) =>
    h("button", { type: "button", class: "button quiet big", key: character, "data-focus": `choose.${character}`, onclick: () => play.act([{ type: "choose", character }]) }, cube(character), t(`item.${character}.each`))));
}

/** The selected card in words, with what can be done with it. @param {Play} play */
export function inspector(play) {
  const { selected } = play;
  if (!selected || !("card" in selected)) return null;
  const { card } = selected;
  const buttons = cardButtons(play, card);
  const spaces = play.seat.construction.find((each) => each.card === card)?.spaces;
  return h("section", { class: "inspector", key: "inspector", "aria-label": t("play.selected", { card: nameOf(card) }) },
    h("header", { class: "zone-head" }, typeMark(designOf(card).type), h("h2", null, nameOf(card)), h("span", { class: "soft" }, t(`type.${designOf(card).type}`)),
      h("button", { type: "button", class: "chip close", "aria-label": t("play.deselect"), "data-focus": "close", onclick: () => play.select(null) }, "✕")),
    h("div", { class: "card-facts" }, cardFace(card, { flight: false, spaces }), cardLegend(card, { spaces })),
    buttons.length ? h("div", { class: "row acts" }, buttons) : h("p", { class: "soft" }, play.whyNot(card)));
}

/** @param {Play} play @param {string} card */
function cardButtons(play, card) {
  const options = optionsOf(play.legal, { card });
  const main = mainOption(options);
  const cubeName = recyclesInto(card);
  const onto = options.filter(({ intention }) => intention.type === "recycle" && intention.onto !== "empire");
  const isSite = options.some(({ intention }) => intention.type === "discard");
  return [
    main && h("button", { type: "button", class: "button", key: "main", "data-focus": "act.main", onclick: () => play.act([main.intention]) }, t(`play.do.${main.intention.type}`)),
    options.filter(({ intention }) => intention.onto === "empire").map(({ intention }) =>
      h("button", { type: "button", class: "button quiet", key: "recycle", "data-focus": "act.recycle", onclick: () => play.act([intention]) }, t("play.do.recycle"), cube(cubeName))),
    onto.map(({ intention, target }) => h("button", { type: "button", class: "button quiet small", key: `onto.${target}`, "data-focus": `onto.${target}`, onclick: () => play.act([intention]) }, cube(cubeName), t("play.onto", { card: nameOf(target) }), progressOfCopy(play.seat, target))),
    isSite && siteButtons(play, card),
    isSite && h("button", { type: "button", class: "button quiet", key: "discard", "data-focus": "act.discard", onclick: () => play.act([{ type: "discard", card }]) }, t("play.do.discard"), cube(cubeName)),
  ].flat(2).filter(Boolean);
}

/** How many spaces of a card under construction are filled, if a copy of it is under construction, too. @param {import("./seats.js").Seat} seat @param {string} card */
function progressOfCopy(seat, card) {
  const copies = seat.construction.filter((each) => nameOf(each.card) === nameOf(card));
  const { spaces } = copies.find((each) => each.card === card) ?? { spaces: [] };
  const filled = spaces.filter((each) => each.filled).length;
  return copies.length > 1 && h("span", { class: "soft" }, `${filled}/${spaces.length}`);
}

/** @param {Play} play @param {string} card */
function siteButtons(play, card) {
  const some = fill(play.view, card);
  const all = complete(play.view, card);
  const wild = play.legal.filter(({ item, onto, as }) => item === "krystallium" && onto === card && as);
  /** @param {Intention[]} intentions */
  const text = (intentions) => amountsText(countOf(intentions.map(({ item }) => item ?? "")));
  return [
    all && h("button", { type: "button", class: "button", key: "complete", "data-focus": "act.complete", onclick: () => play.act(all) }, t("play.complete", { amounts: text(all) })),
    some.length > 0 && some.length !== all?.length && h("button", { type: "button", class: "button quiet", key: "fill", "data-focus": "act.fill", onclick: () => play.act(some) }, t("play.fill.with", { amounts: text(some) })),
    wild.map((intention) => h("button", { type: "button", class: "button quiet small", key: `as.${intention.as}`, "data-focus": `as.${intention.as}`, onclick: () => play.act([intention]) }, cube("krystallium"), t("play.as", { space: t(`resource.${intention.as}`) }))),
  ];
}

/** Undo, and ready or send. Always in reach. @param {Play} play */
export function actionBar(play) {
  const why = whyNotReady(play.view);
  const hasReady = play.view.phase !== "draft";
  const text = play.heldCount ? t("play.send", { n: play.heldCount }) : t(play.seat.ready ? "play.is_ready" : "play.ready");
  const isActive = play.heldCount > 0 || !why;
  return h("div", { class: "action-bar", key: "bar" },
    h("button", { type: "button", class: "button quiet undo", "aria-disabled": String(!play.canUndo), "data-focus": "undo", "aria-keyshortcuts": "u", onclick: () => play.undo() }, h("span", { "aria-hidden": "true" }, "↶"), t("play.undo")),
    h("p", { class: "prompt", key: "prompt" }, play.isSending ? h("span", { class: "sending", "aria-hidden": "true" }) : null, play.prompt),
    hasReady && h("button", { type: "button", class: `button ready ${isActive ? "active" : ""}`, "aria-disabled": String(!isActive), "data-focus": "ready", title: t("play.ready.means"), onclick: () => play.ready() }, text));
}

/** How this player likes to play. @param {Play} play */
export function ways(play) {
  /** @param {string} name @param {boolean} isOn @param {() => void} toggle */
  const control = (name, isOn, toggle) => h("button", { type: "button", role: "switch", class: `switch ${isOn ? "on" : ""}`, "aria-checked": String(isOn), key: name, title: t(`play.${name}.means`), "data-focus": name, onclick: toggle }, h("i", { "aria-hidden": "true" }), t(`play.${name}`));
  return h("div", { class: "row ways", key: "ways" },
    control("plan_first", play.isPlanFirst, play.togglePlanFirst),
    control("auto_ready", play.seat.auto_ready, () => play.act([{ type: "auto_ready", on: !play.seat.auto_ready }])),
    h("button", { type: "button", class: "chip", "data-focus": "help", "aria-keyshortcuts": "?", onclick: play.toggleHelp }, t("play.help")));
}
