// What both screens of puzzles need: words, addresses, and a name for who follows a link and has no account yet.

import { t } from "../language/texts.js";
import { language } from "../settings.js";
import { h } from "../dom.js";
import { go, redraw } from "../page.js";
import { once } from "../start/fields.js";
import { ensureAccount, nameField, newName } from "../start/name_field.js";

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

/** The address of a puzzle, and of the theme with which one goes on. @param {string} id @param {string} [theme] */
export const addressOf = (id, theme = "") => `/puzzle/${id}${theme ? `?theme=${theme}` : ""}`;

/** Where the next puzzle is asked for. @param {string} [theme] */
export const nextPath = (theme = "") => `/v1/puzzles/next${theme ? `?theme=${theme}` : ""}`;

/** For those who have no account yet: a name is enough. @param {string} path @returns {import("../page.js").Screen} */
export function welcome(path) {
  const state = newName();
  const begin = once(async () => {
    if (await ensureAccount(state)) go(path, { replace: true });
  }, redraw);
  return {
    title: () => t("puzzle.title"),
    view: () => h("section", { class: "sheet narrow stack" },
      h("h1", null, t("puzzles.title")), h("p", null, t("puzzles.what")),
      nameField(state),
      h("button", { class: "button", type: "button", onclick: begin.run, "aria-disabled": begin.isBusy ? "true" : null }, t("puzzle.begin"))),
    close() {},
  };
}
