// The ways to a puzzle: its address, the list, the next one, and a name for who follows a link and has no account yet.

import { h } from "../dom.js";
import { go, redraw } from "../page.js";
import { client, get, request } from "../api.js";
import { Problem } from "../client.js";
import { t } from "../language/texts.js";
import { once } from "../start/fields.js";
import { ensureAccount, nameField, newName } from "../start/name_field.js";

/** @typedef {import("../types.js").Schemas["Puzzle"]} Puzzle */

/** The address of a puzzle, and of the theme with which one goes on. @param {string} id @param {string} [theme] */
export const addressOf = (id, theme = "") => `/puzzle/${id}${ofTheme(theme)}`;

/** The first page of the list. @param {string} theme @param {AbortSignal} signal */
export const listed = (theme, signal) => request("GET", `/v1/puzzles${ofTheme(theme)}`, { signal });

/**
 * The next puzzle for the player; null if none is left. The list tells that: a browser writes a refusal on its console.
 *
 * @param {string} theme @param {AbortSignal} signal @param {{ headers: Headers, body: import("../types.js").Schemas["ListedPuzzle"][] }} [page] the first one of the list
 * @returns {Promise<Puzzle | null>}
 */
export async function nextOf(theme, signal, page) {
  let seen = page ?? await listed(theme, signal);
  while (seen.body.every(isTried)) {
    const more = client.nextPage(seen.headers);
    if (!more) return null;
    seen = await request("GET", more, { signal });
  }
  try {
    return await get(`/v1/puzzles/next${ofTheme(theme)}`, signal);
  } catch (error) {
    if (error instanceof Problem && error.code === "no_puzzle_left") return null; // those that are left are too far away
    throw error;
  }
}

const isTried = (/** @type {{ solved: boolean | null }} */ { solved }) => solved !== null;

const ofTheme = (/** @type {string} */ theme) => (theme ? `?theme=${theme}` : "");

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
