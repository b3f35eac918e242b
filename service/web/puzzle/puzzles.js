// All puzzles: the own rating, one tap to the next one, and a list by theme.

import { h } from "../dom.js";
import { go, link, redraw } from "../page.js";
import { account } from "../account.js";
import { client, request } from "../api.js";
import { t } from "../language/texts.js";
import { once, select } from "../start/fields.js";
import { emptyTable } from "../start/game_table.js";
import { addressOf, listed, nextOf, welcome } from "./ways.js";
import { THEMES, momentOf, tableOf } from "./words.js";

/** @typedef {import("../types.js").Schemas["ListedPuzzle"]} Listed */

/** @returns {import("../page.js").Screen} */
export function open() {
  if (!account()) return welcome("/puzzles");
  const closed = new AbortController();
  /** @type {{ theme: string, next: import("./words.js").Puzzle | null, listed: Listed[], more: string, isRead: boolean }} */
  const state = { theme: "", next: null, listed: [], more: "", isRead: false };

  async function read() {
    const { theme } = state;
    const page = await listed(theme, closed.signal);
    if (theme !== state.theme) return;
    Object.assign(state, { listed: page.body, more: client.nextPage(page.headers) });
    redraw();
    const next = await nextOf(theme, closed.signal, page);
    if (theme !== state.theme) return;
    Object.assign(state, { next, isRead: true });
    redraw();
  }
  const readMore = once(async () => {
    const page = await request("GET", state.more, { signal: closed.signal });
    state.listed.push(...page.body);
    state.more = client.nextPage(page.headers);
  }, redraw);
  /** @param {string} theme */
  const choose = (theme) => {
    Object.assign(state, { theme, next: null, listed: [], more: "", isRead: false }); // those of the theme before lead elsewhere
    redraw();
    start();
  };
  const start = () => read().catch((error) => { if (!closed.signal.aborted) throw error; });

  start();
  return {
    title: () => t("puzzles.title"),
    view: () => h("div", { class: "puzzles wide stack" },
      h("h1", null, t("puzzles.title")),
      h("section", { class: "sheet stack" },
        h("p", null, t("puzzles.what")),
        state.next && h("p", { class: "row" }, h("span", { class: "pill" }, t("puzzle.own_rating", { points: state.next.own_rating.points })), h("span", { class: "soft" }, t("puzzles.tries", { n: state.next.own_rating.tries }))),
        select(t("puzzles.theme"), [{ value: "", text: t("puzzles.theme.all") }, ...THEMES.map((theme) => ({ value: theme, text: t(`puzzle.theme.${theme}`) }))], state.theme, choose),
        state.next
          ? h("p", { key: "next" }, h("button", { class: "button", type: "button", onclick: () => go(addressOf(state.next?.id ?? "", state.theme)) }, t("puzzles.start")))
          : h("p", { key: "none", role: "status" }, state.isRead && t("puzzle.none_left"))),
      state.listed.length > 0 && h("section", { class: "sheet stack", key: "list" },
        h("h2", null, t("puzzles.list")),
        h("ul", { class: "puzzle-list" }, state.listed.map((each) => h("li", { key: each.id }, entry(each, state.theme)))),
        state.more && h("button", { class: "button quiet", type: "button", onclick: readMore.run, "aria-disabled": readMore.isBusy ? "true" : null }, t("puzzles.more")))),
    close: () => closed.abort(),
  };
}

/** @param {Listed} puzzle @param {string} theme */
function entry(puzzle, theme) {
  const { id, rating, seats, solved } = puzzle;
  return link(addressOf(id, theme), { class: "puzzle-entry" },
    emptyTable(seats),
    h("b", { class: "puzzle-points" }, String(rating.points)),
    h("span", { class: "game-what" }, h("span", { class: "game-title" }, momentOf(puzzle)), h("br"), h("span", { class: "soft" }, tableOf(puzzle))),
    solved !== null && h("span", { class: `pill ${solved ? "right" : "wrong"}` }, t(solved ? "puzzles.solved" : "puzzles.missed")));
}
