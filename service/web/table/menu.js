// The menu of a table: what concerns the whole game, quick phrases, links, and settings.

import { h } from "../dom.js";
import { post, request } from "../api.js";
import { isAlone } from "../learn/guided.js";
import { go, later, redraw, tell } from "../page.js";
import { t } from "../language/texts.js";

/** @typedef {{ resign(): void, abort(): void, say(reaction: string): void, rewind(version: number): void, pause(): void }} Actions */
/** @typedef {"" | "menu" | "say" | "rewind" | "chat" | "resign" | "abort"} Sheet what is open */

const sheets = later(() => import("./menu_sheets.js"));

/**
 * The menu of a game: `button()` opens it, `view()` is its dialog.
 *
 * @param {string} game
 */
export function makeMenu(game) {
  /** @type {Sheet} */
  let sheet = "";
  const open = (/** @type {Sheet} */ next) => { sheet = next; redraw(); };
  const close = () => open("");
  /** Do it, then close. @param {() => Promise<unknown>} act @param {string} [done] what the user is told */
  const act = async (act, done) => {
    close();
    await act();
    if (done) tell(done);
  };
  /** @type {Actions} */
  const actions = {
    resign: () => act(() => request("DELETE", `/v1/games/${game}/seats/me`), t("menu.resigned")),
    abort: () => act(() => post(`/v1/games/${game}/abort`)),
    say: (reaction) => act(() => post(`/v1/games/${game}/reactions`, { reaction })),
    pause: () => act(() => request("PUT", `/v1/games/${game}/seats/me/pause`, { body: { pause: true } })),
    rewind: (version) => act(() => post(`/v1/games/${game}/rewinds`, { version })),
  };
  return {
    /** The buttons that open the menu. @param {import("./seats.js").View} view */
    buttons: (view) => [
      view.seat !== null && view.seats.length > 1 && !isAlone(view) && h("button", { type: "button", class: "button quiet small", onclick: () => open("say") }, t("menu.say")),
      h("button", { type: "button", class: "button quiet small", "aria-haspopup": "dialog", onclick: () => open("menu") }, h("span", { "aria-hidden": "true" }, "☰"), h("span", { class: "menu-word" }, t("menu.title"))),
    ],
    /** The dialog. @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts */
    view: (view, facts) => h("dialog", { key: "menu", class: "menu", open: sheet !== "", onclose: () => sheet && close(), "aria-label": t("menu.title") },
      sheet !== "" && h("header", { class: "menu-head" }, h("h2", null, t(`menu.${sheet === "menu" ? "title" : sheet}`)), h("button", { type: "button", class: "button quiet small", onclick: close }, t("menu.close"))),
      sheet !== "" && (sheets()?.content(sheet, { view, facts, game, open, actions }) ?? h("p", { class: "soft", role: "status" }, t("menu.loading")))),
  };
}

/** What a player who is away sees instead of the own board. @param {import("./seats.js").View} view @param {string} game @param {import("./seats.js").Facts} facts */
export function returnPanel(view, game, facts) {
  if (view.seat === null || !view.seats[view.seat].away || view.status !== "playing") return null;
  const canReturn = facts.can_return?.includes(view.seat);
  return h("section", { class: "sheet attention", key: "away", role: "status" }, h("p", null, t(canReturn ? "menu.away" : "menu.away_for_good")),
    canReturn && h("p", null, h("button", { type: "button", class: "button", onclick: () => post(`/v1/games/${game}/seats/me/return`) }, t("menu.return"))));
}

/** Whether the viewer may ask for the same game again: a table at which nobody ever played has no rematch. @param {import("./seats.js").View} view */
export function mayPlayAgain(view) {
  return view.seat !== null && view.phase !== null;
}

/** What follows a game that is over: the same players again. @param {string} game */
export async function playAgain(game) {
  const again = await post(`/v1/games/${game}/rematch`);
  go(`/games/${again.id}`);
}
