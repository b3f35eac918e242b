// Everything explains itself: what has `data-explain` shows a short text on hover, focus, tap or long press.
//
// A button that does nothing else shows it when pressed or focused by a key. A card that acts shows it on hover and on the secondary
// mouse button; the inspector says the same of the card that is selected. The text stays until the pointer or the focus leaves its
// button, also while the pointer is on the text itself, or until Escape (WCAG 1.4.13).

import { h, patch } from "../dom.js";
import { designOf } from "../catalogue.js";
import { cardFace } from "../cards/card.js";
import { cardTitle, siteText } from "../cards/describe.js";
import { cube } from "../cards/cubes.js";
import { cardLegend } from "../cards/legend.js";
import { symbol } from "../cards/symbols.js";
import { hasText, t } from "../language/texts.js";
import { prize } from "./race.js";

const HOVER_MS = 450;
const LEAVE_MS = 200;
const MARGIN = 8;

/** @type {HTMLElement | null} */
let popover = null;
/** @type {HTMLElement | null} */
let anchor = null;
/** What is explained soon, or is. @type {HTMLElement | null} */
let planned = null;
let timer = 0;
/** Where the pointer was last: what only slides under a pointer that rests explains nothing. null: it has not moved since the page listens. @type {{ x: number, y: number } | null} */
let pointer = null;

/** Explain what has `data-explain`, on all screens, from now on. Calling it again changes nothing. */
export function startExplaining() {
  if (popover) return;
  popover = Object.assign(document.createElement("div"), { id: "explanation", className: "explanation", popover: "manual" });
  popover.setAttribute("role", "tooltip");
  document.body.append(popover);
  document.addEventListener("pointermove", (event) => {
    const isFirst = !pointer;
    pointer = { x: event.clientX, y: event.clientY };
    if (isFirst) hover(event, false);
  });
  document.addEventListener("pointerover", (event) => hover(event, !pointer || (event.clientX === pointer.x && event.clientY === pointer.y)));
  document.addEventListener("focusin", (event) => {
    const found = topicOf(event.target);
    if (found?.matches(".explained:focus-visible")) open(found);
    else if (!found) close();
  });
  document.addEventListener("click", (event) => {
    if (isExplanation(event.target)) return;
    const found = topicOf(event.target);
    if (found?.classList.contains("explained")) open(found);
    else close();
  });
  document.addEventListener("pointerdown", ({ target }) => { if (!isExplanation(target) && !topicOf(target)?.classList.contains("explained")) close(); }, true);
  document.addEventListener("contextmenu", (event) => {
    const found = topicOf(event.target);
    if (!found) return;
    event.preventDefault();
    open(found);
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && anchor) { event.stopPropagation(); event.preventDefault(); close(); } }, true);
  document.addEventListener("scroll", follow, { capture: true, passive: true });
}

/** @param {PointerEvent} event @param {boolean} isResting */
function hover({ target, pointerType, buttons }, isResting) {
  if (pointerType !== "mouse" || buttons) return;
  if (isExplanation(target)) return plan(anchor);
  const found = topicOf(target);
  plan(isResting && found !== anchor && found !== planned ? null : found);
}

/** @param {EventTarget | null} target */
function isExplanation(target) {
  return target instanceof Node && Boolean(popover?.contains(target));
}

/** The explanation goes along with its anchor, as long as that is in sight. */
function follow() {
  if (!anchor || !popover) return;
  const near = anchor.getBoundingClientRect();
  if (near.bottom < 0 || near.top > innerHeight || !near.width) close();
  else place(popover, near);
}

/** The element of a topic that this belongs to. @param {EventTarget | null} target @returns {HTMLElement | null} */
function topicOf(target) {
  return target instanceof Element ? target.closest("[data-explain]") : null;
}

/** @param {HTMLElement | null} found */
function plan(found) {
  if (found === planned) return;
  clearTimeout(timer);
  planned = found;
  if (found === anchor) return;
  timer = setTimeout(() => (found ? open(found) : close()), found ? HOVER_MS : LEAVE_MS);
}

/** @param {HTMLElement} found */
function open(found) {
  clearTimeout(timer);
  if (!popover) return;
  if (anchor !== found) close();
  anchor = planned = found;
  patch(popover, explanation(found.dataset.explain ?? "", JSON.parse(found.dataset.values ?? "{}")));
  popover.showPopover();
  place(popover, found.getBoundingClientRect());
  found.setAttribute("aria-describedby", popover.id);
}

function close() {
  clearTimeout(timer);
  anchor?.removeAttribute("aria-describedby");
  anchor = planned = null;
  popover?.hidePopover();
}

/** Below the anchor if there is room, otherwise above or beside it, within the window. @param {HTMLElement} element @param {DOMRect} near */
function place(element, near) {
  const { width, height } = element.getBoundingClientRect();
  const within = (/** @type {number} */ start, /** @type {number} */ size, /** @type {number} */ room) => Math.max(MARGIN, Math.min(start, room - size - MARGIN));
  const [below, above, right] = [near.bottom + MARGIN, near.top - height - MARGIN, near.right + MARGIN];
  const isBeside = below + height > innerHeight && above < MARGIN && near.width < innerWidth - width - 2 * MARGIN;
  const left = isBeside ? within(right + width <= innerWidth ? right : near.left - width - MARGIN, width, innerWidth) : within(near.left + near.width / 2 - width / 2, width, innerWidth);
  const top = isBeside ? within(near.top + near.height / 2 - height / 2, height, innerHeight) : below + height <= innerHeight ? below : within(above, height, innerHeight);
  element.style.setProperty("left", `${left}px`);
  element.style.setProperty("top", `${top}px`);
}

/** The explanation of a topic. @param {string} topic @param {Record<string, string | number>} values */
export function explanation(topic, values) {
  const [kind, ...rest] = topic.split(".");
  const name = rest.join(".");
  if (kind === "card") return aboutCard(name);
  if (kind === "site") {
    const site = { card: name, spaces: JSON.parse(String(values.spaces ?? "[]")) };
    return aboutCard(name, { spaces: site.spaces, progress: siteText(site).slice(cardTitle(name).length + 2) });
  }
  return h("div", { class: "about" }, picture(kind ?? "", name), h("div", null, h("b", { class: "about-title" }, titleOf(kind ?? "", name, values)), h("p", null, textOf(kind ?? "", name, values))));
}

/** @param {string} kind @param {string} name @param {Record<string, string | number>} values */
function titleOf(kind, name, values) {
  const topic = [kind, name].filter(Boolean).join(".");
  if (kind === "supremacy" || kind === "step") return t(`explain.${kind}.title`, { resource: t(`resource.${name}`) });
  if (kind === "character") return t(`item.${name}.each`);
  return hasText(topic) ? t(topic) : t(`explain.${topic}.title`, values);
}

/** @param {string} kind @param {string} name @param {Record<string, string | number>} values */
function textOf(kind, name, values) {
  if (kind === "supremacy") return t("explain.supremacy", { resource: t(`resource.${name}`), prize: t(`explain.prize.${prize(name)}`) });
  if (kind === "step") return t("explain.step", { resource: t(`resource.${name}`) });
  return t(`explain.${[kind, name].filter(Boolean).join(".")}`, values);
}

/** A card, large, with all of its symbols in words. @param {string} card @param {{ spaces?: import("../types.js").Space[], progress?: string }} [site] of a card under construction */
function aboutCard(card, site = {}) {
  return h("div", { class: "about card-about" }, cardFace(card, { flight: false, spaces: site.spaces }),
    h("div", null, h("b", { class: "about-title" }, cardTitle(card)), cardLegend(card, site), h("p", { class: "soft" }, t(`explain.type.${designOf(card).type}`))));
}

/** @param {string} kind @param {string} name */
function picture(kind, name) {
  if (kind === "resource" || kind === "character" || kind === "supremacy" || kind === "step") return h("span", { class: "about-picture" }, cube(name));
  if (kind === "type") return h("span", { class: `about-picture type-mark ${name}` }, symbol(name));
  return null;
}
