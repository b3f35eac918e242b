// Words for puzzles: what they ask, what they are about, and what a move is.

import { t } from "../language/texts.js";
import { language } from "../settings.js";

/** @typedef {import("../types.js").Schemas["Puzzle"]} Puzzle */

/** All themes, in the order in which they are offered. */
export const THEMES = ["pick", "build", "recycle", "place", "supremacy", "wait", "krystallium", "last_round"];

/** Where the position stands in the game. @param {Pick<Puzzle, "round" | "phase">} puzzle */
export const momentOf = ({ round, phase }) => `${t("replay.round", { round })} · ${t(`phase.${phase}`)}`;

/** What it is about, as far as that tells nothing of the solution. @param {Pick<Puzzle, "phase" | "seats" | "side">} puzzle */
export const tableOf = ({ seats, side }) => t("puzzle.table", { n: seats, side });

/** What to do. @param {Pick<Puzzle, "phase">} puzzle */
export const questionOf = ({ phase }) => t(phase === "draft" ? "puzzle.pick" : "puzzle.move");

/** @param {number} value */
export const pointsText = (value) => new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(value);
