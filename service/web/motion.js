// Things that change their place on the screen move there: cards from hand to hand, cubes onto cards, hands to neighbours.

import { mayMove } from "./settings.js";

const MOVE_MS = 260;
const PASS_MS = 650;
const STAGGER_MS = 35;
const MIN_PIXELS = 4;
/** So much of the window's width do passed cards travel. */
const PASS_SHARE = 0.35;
/** What a picture of something must not have, or it would be taken for the thing. */
const IDENTITY = ["data-flight", "data-focus", "data-row", "data-card", "data-drag", "data-drop", "data-coached"];

/**
 * Change the page, and let each element with a `data-flight` move from where one of this name was before.
 *
 * Where the cards in a `data-hand` have been passed on, the old hand leaves to the side that `data-way` names, and the new
 * one comes from the other side.
 *
 * @param {Element} root @param {() => void} change
 */
export function moving(root, change) {
  if (!mayMove() || document.hidden) return change();
  const before = new Map([...flights(root)].map((each) => [each.dataset.flight, each.getBoundingClientRect()]));
  const pass = passing(root);
  change();
  pass();
  for (const each of flights(root)) {
    const from = before.get(each.dataset.flight);
    if (!from) continue;
    const to = each.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) < MIN_PIXELS || !to.width) continue;
    const start = { transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})`, transformOrigin: "0 0" };
    if (each.dataset.flight?.startsWith("hand.")) each.animate([start, { transform: `translate(${x / 2}px, ${y / 2}px) scale(2)`, transformOrigin: "0 0" }, { transformOrigin: "0 0" }], { duration: PASS_MS, easing: "ease-in-out", id: "hand" });
    else each.animate([start, { transformOrigin: "0 0" }], { duration: MOVE_MS, easing: "ease-out" });
  }
}

/** Before a change: look at the hand. After it: if it was passed on, show where it went. @param {Element} root @returns {() => void} */
function passing(root) {
  const old = handIn(root);
  const name = old?.dataset.hand;
  const cards = old?.querySelector(".cards");
  const box = cards?.getBoundingClientRect();
  const shown = [...(cards?.children ?? [])];
  return () => {
    const hand = handIn(root);
    if (!hand || !cards || !box || !name || hand.dataset.hand === name || roundOf(hand.dataset.hand) !== roundOf(name)) return;
    const picture = pictureOf(cards.className, shown.filter((each) => !each.isConnected));
    const way = (hand.dataset.way === "left" ? -1 : 1) * innerWidth * PASS_SHARE;
    for (const [property, value] of Object.entries({ left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` })) picture.style.setProperty(property, value);
    document.body.append(picture);
    picture.animate([{}, { transform: `translateX(${way}px)`, opacity: 0 }], { duration: PASS_MS, easing: "ease-in", id: "pass-on" }).finished.then(() => picture.remove(), () => picture.remove());
    [...hand.querySelectorAll(".cards > *")].forEach((card, index) =>
      card.animate([{ transform: `translateX(${-way}px)`, opacity: 0 }, {}], { duration: PASS_MS, delay: index * STAGGER_MS, easing: "ease-out", fill: "backwards", id: "pass-here" }));
  };
}

/** @param {Element} root @returns {HTMLElement | null} */
function handIn(root) {
  return root.querySelector("[data-hand]");
}

/** @param {string | undefined} hand such as `hand.2.0` */
function roundOf(hand) {
  return hand?.split(".")[1];
}

/** Cards that have left the page as a picture, which nobody can take for them. @param {string} className of their list @param {Element[]} cards */
function pictureOf(className, cards) {
  const picture = Object.assign(document.createElement("div"), { className: "own-board passed", inert: true, ariaHidden: "true" });
  const list = Object.assign(document.createElement("ul"), { className });
  list.append(...cards);
  picture.append(list);
  for (const each of picture.querySelectorAll("*")) for (const name of IDENTITY) each.removeAttribute(name);
  return picture;
}

/** @param {Element} root @returns {NodeListOf<HTMLElement>} */
function flights(root) {
  return root.querySelectorAll("[data-flight]");
}
