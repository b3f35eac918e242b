// What the game looks like, beside the first words: a hand of cards, of which one is built cube by cube, and gives its place to the next.

import { h } from "../dom.js";
import { cardFace, openSpaces } from "../cards/card.js";
import { designOf } from "../catalogue.js";
import { redraw } from "../page.js";
import { mayMove } from "../settings.js";
import { catalogueSoon } from "./catalogue_soon.js";

const CARDS = ["wind-turbines", "zeppelin", "lunar-base", "time-travel", "center-of-the-earth", "saucer-squadron", "national-monument", "robot-assistants"].map((design) => `${design}.1`);
/** So few that none covers the name of another. */
const SHOWN = 3;
const CUBE_MS = 850;
/** So many beats a finished card stays. */
const FINISHED_BEATS = 2;

/** @returns {{ view(): import("../dom.js").Child, close(): void }} */
export function makeStage() {
  let first = 0;
  let placed = 2;
  const beat = mayMove() ? setInterval(next, CUBE_MS) : 0;

  function next() {
    if (!catalogueSoon() || !isShown()) return;
    placed += 1;
    if (placed > costOf(middle()) + FINISHED_BEATS) [first, placed] = [(first + 1) % CARDS.length, 0];
    redraw();
  }

  /** Whether somebody sees it: small windows leave it out, and people scroll past it. */
  function isShown() {
    const stage = document.querySelector(".stage");
    return Boolean(stage?.checkVisibility()) && !document.hidden && (stage?.getBoundingClientRect().bottom ?? 0) > 0;
  }

  const shown = () => Array.from({ length: SHOWN }, (_, at) => CARDS[(first + at) % CARDS.length]);
  const middle = () => shown()[Math.floor(SHOWN / 2)];

  return {
    view: () => h("div", { class: "stage", key: "stage", "aria-hidden": "true" }, catalogueSoon() && shown().map((card, at) =>
      h("span", { key: card, class: `stage-card ${card === middle() && placed >= costOf(card) ? "finished" : ""}`, style: { "--at": at - Math.floor(SHOWN / 2) } }, cardFace(card, { spaces: spacesOf(card, card === middle() ? placed : 0), flight: false })))),
    close: () => clearInterval(beat),
  };
}

/** @param {string} card */
function costOf(card) {
  return openSpaces(designOf(card)).length;
}

/** The spaces of a card, of which the first are filled. @param {string} card @param {number} filled */
function spacesOf(card, filled) {
  return openSpaces(designOf(card)).map(({ needs }, at) => ({ needs, filled: at < filled ? needs : null }));
}
