// Pictures of things, in a layer over the page that no pointer, key or screen reader finds.

import { cardBack } from "../cards/card.js";
import { patch } from "../dom.js";

/** A picture. It lies in the upper left corner of the window. @typedef {{ element: HTMLElement, width: number, height: number }} Picture */

/** A card's height for its width, and a cube's width in em, as in cards.css. */
const CARD_RATIO = 7 / 5;
const CUBE_EMS = 1.5;
const MAX_NUMBERS = 12;
/** What a picture must not have, or it would be taken for the thing itself. */
const IDENTITY = ["data-flight", "data-card"];

/** The layer, for as long as something is in it. @returns {HTMLElement} */
export function layer() {
  const found = /** @type {HTMLElement | null} */ (document.querySelector(".motion-layer"));
  if (found) return found;
  const made = Object.assign(document.createElement("div"), { className: "motion-layer", inert: true, ariaHidden: "true" });
  document.body.append(made);
  return made;
}

/** Take a picture off, and the layer with the last one. @param {Picture} picture */
export function takeOff({ element }) {
  const parent = element.parentElement;
  element.remove();
  if (parent && !parent.childElementCount) parent.remove();
}

/** A card's face that has left the page, or a copy of one that has not. @param {HTMLElement} face @param {number} width in pixels @returns {Picture} */
export function pictureOf(face, width) {
  const picture = framed(width, width * CARD_RATIO);
  picture.element.append(face.isConnected ? face.cloneNode(true) : face);
  return anonymous(picture);
}

/** A hand that is passed on, its faces down. @param {import("./moments.js").Box[]} boxes where its cards were @returns {Picture} */
export function pictureOfHand(boxes) {
  const picture = framed(0, 0);
  for (const { left, top, width } of boxes) {
    const card = pictureOfCard(cardBack(), width).element;
    card.style.setProperty("left", `${left}px`);
    card.style.setProperty("top", `${top}px`);
    picture.element.append(card);
  }
  return picture;
}

/** @param {import("../dom.js").VNode} card @param {number} width in pixels @returns {Picture} */
export function pictureOfCard(card, width) {
  const picture = framed(width, width * CARD_RATIO);
  patch(picture.element, card);
  return anonymous(picture);
}

/** @param {import("../dom.js").VNode} cube @param {number} width in pixels @returns {Picture} */
export function pictureOfCube(cube, width) {
  const picture = framed(width, width);
  picture.element.style.setProperty("font-size", `${width / CUBE_EMS}px`);
  patch(picture.element, cube);
  return picture;
}

/** @param {number} width @param {number} height in pixels @returns {Picture} */
function framed(width, height) {
  const element = Object.assign(document.createElement("div"), { className: "motion-picture" });
  element.style.setProperty("--card", `${width}px`);
  return { element, width, height };
}

/** @param {Picture} picture */
function anonymous(picture) {
  for (const each of picture.element.querySelectorAll("*")) for (const name of IDENTITY) each.removeAttribute(name);
  return picture;
}

/** A number that counts up over its element: a column of numbers that passes by. @param {Element} element @param {import("./moments.js").Box} box where it is @param {[number, number]} values @param {KeyframeAnimationOptions} timing @returns {Picture} */
export function pictureOfCount(element, { left, top, width, height }, [from, to], timing) {
  const { fontFamily, fontSize, fontWeight, color, textAlign } = getComputedStyle(element);
  const picture = { element: Object.assign(document.createElement("div"), { className: "motion-picture motion-count" }), width, height };
  const look = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`, "font-family": fontFamily, "font-size": fontSize, "font-weight": fontWeight, color, "text-align": textAlign, "line-height": `${height}px` };
  for (const [property, value] of Object.entries(look)) picture.element.style.setProperty(property, value);
  const steps = Math.min(to - from, MAX_NUMBERS);
  const column = document.createElement("div");
  column.append(...Array.from({ length: steps + 1 }, (_, index) => Object.assign(document.createElement("span"), { textContent: String(Math.round(from + ((to - from) * index) / steps)) })));
  picture.element.append(column);
  column.animate([{ transform: "translateY(0)" }, { transform: `translateY(${-steps * height}px)` }], { ...timing, easing: "ease-out", fill: "both", id: "count" });
  return picture;
}
