// The timeline: rounds and phases to scale, a slider, and the keys of a player.

import { h } from "../dom.js";
import { t } from "../language/texts.js";
import { cardPicture } from "../cards/card.js";
import { momentText } from "./board.js";
import { remembered } from "../remembered.js";
import { choice, iconButton } from "./parts.js";
import { momentAt } from "./moments.js";

/** Events in a second. */
export const SPEEDS = [1, 2, 5, 15];

/** @typedef {import("./moments.js").Moment} Moment */
/** @typedef {{ jump(version: number): void, step(ahead: 1 | -1): void, phase(ahead: 1 | -1): void, play(): void, speed(speed: number): void }} Keys */

/**
 * The timeline.
 *
 * @param {{ version: number, last: number, moments: Moment[], isPlaying: boolean, speed: number, sentence: string, cards: string[] }} now
 *   `cards`: those that the sentence names.
 * @param {Keys} keys
 */
export function timeline({ version, last, moments, isPlaying, speed, sentence, cards }, keys) {
  const moment = momentAt(moments, version);
  const oninput = (/** @type {Event} */ event) => keys.jump(Number(/** @type {HTMLInputElement} */ (event.currentTarget).value));
  return h("section", { class: "timeline sheet", "aria-label": t("replay.timeline") },
    marks(moments, keys.jump),
    h("input", { class: "scrubber", type: "range", min: 1, max: last, step: 1, value: String(version), oninput, "aria-label": t("replay.version"), "aria-valuetext": `${t("replay.version_of", { version, last })}. ${momentText(moment)}. ${sentence}` }),
    h("div", { class: "row player-keys" },
      iconButton("first", t("replay.phase_before"), () => keys.phase(-1)),
      iconButton("previous", t("replay.step_back"), () => keys.step(-1)),
      iconButton(isPlaying ? "pause" : "play", t(isPlaying ? "replay.pause" : "replay.play"), keys.play, { class: "button icon" }),
      iconButton("next", t("replay.step_ahead"), () => keys.step(1)),
      iconButton("last", t("replay.phase_after"), () => keys.phase(1)),
      h("div", { class: "speed" }, choice(t("replay.speed"), SPEEDS.map((each) => [String(each), `${each}×`]), String(speed), (value) => keys.speed(Number(value)))),
      h("p", { class: "where" }, h("b", null, momentText(moment)), h("span", { class: "soft" }, t("replay.version_of", { version, last }))),
      h("p", { class: "happened", "aria-hidden": "true" }, cards.map(cardPicture), h("span", null, sentence))));
}

/** The marks, for the pointer alone: the slider and the buttons do the same for everybody. */
const marks = remembered((/** @type {Moment[]} */ moments, /** @type {Keys["jump"]} */ jump) =>
  h("div", { class: "marks", "aria-hidden": "true" }, roundsOf(moments).map((round) =>
    h("div", { class: "mark-round", key: round[0]?.first, style: { "flex-grow": sizeOf(round) } },
      h("span", { class: "mark-name" }, round[0]?.round ? String(round[0].round) : ""),
      h("div", { class: "mark-phases" }, round.map((moment) =>
        h("span", { class: `mark ${moment.step ?? moment.phase ?? "before"}`, key: moment.first, style: { "flex-grow": moment.last - moment.first + 1 }, title: momentText(moment), onclick: () => jump(moment.first) })))))));

/** @param {Moment[]} moments @returns {Moment[][]} */
function roundsOf(moments) {
  /** @type {Moment[][]} */
  const rounds = [];
  for (const moment of moments) {
    const round = rounds[rounds.length - 1];
    if (round?.[0]?.round === moment.round) round.push(moment);
    else rounds.push([moment]);
  }
  return rounds;
}

/** @param {Moment[]} round */
const sizeOf = (round) => round.reduce((sum, { first, last }) => sum + last - first + 1, 0);
