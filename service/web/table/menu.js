// The menu of a table: what concerns the whole game, quick phrases, links, and settings.

import { h } from "../dom.js";
import { post, request } from "../api.js";
import { go, link, redraw, tell } from "../page.js";
import { LANGUAGES, applyTheme, keep, kept, language } from "../settings.js";
import { loadTexts, t } from "../language/texts.js";
import { setNotifications, setSound } from "./attention.js";
import { phrases } from "./reactions.js";
import { chooseRewind, rewindSheet } from "./rewinds.js";
import { shareLinks } from "./share.js";

/** @typedef {"" | "menu" | "say" | "rewind" | "resign" | "abort"} Sheet what is open */

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
  /** Do it, then close. @param {() => Promise<any>} act @param {string} [done] what the user is told */
  const act = async (act, done) => {
    close();
    await act();
    if (done) tell(done);
  };
  const actions = {
    resign: () => act(() => request("DELETE", `/v1/games/${game}/seats/me`), t("menu.resigned")),
    abort: () => act(() => post(`/v1/games/${game}/abort`)),
    say: (/** @type {string} */ reaction) => act(() => post(`/v1/games/${game}/reactions`, { reaction })),
    rewind: (/** @type {number} */ version) => act(() => post(`/v1/games/${game}/rewinds`, { version })),
  };
  return {
    /** The buttons that open the menu. @param {import("./seats.js").View} view */
    buttons: (view) => [
      view.seat !== null && h("button", { type: "button", class: "button quiet small", onclick: () => open("say") }, t("menu.say")),
      h("button", { type: "button", class: "button quiet small", "aria-haspopup": "dialog", onclick: () => open("menu") }, h("span", { "aria-hidden": "true" }, "☰"), t("menu.title")),
    ],
    /** The dialog. @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts */
    view: (view, facts) => h("dialog", { key: "menu", class: "menu", open: sheet !== "", onclose: () => sheet && close(), "aria-label": t("menu.title") },
      sheet !== "" && [
        h("header", { class: "menu-head" }, h("h2", null, t(`menu.${sheet === "menu" ? "title" : sheet}`)), h("button", { type: "button", class: "button quiet small", onclick: close }, t("menu.close"))),
        sheet === "menu" && mainSheet(view, game, open),
        sheet === "say" && [h("p", { class: "soft" }, t("menu.say.why")), phrases(actions.say)],
        sheet === "rewind" && rewindSheet(view, facts, actions.rewind),
        sheet === "resign" && sure(t("menu.resign.why"), t("menu.resign"), actions.resign, close),
        sheet === "abort" && sure(t("menu.abort.why"), t("menu.abort"), actions.abort, close),
      ]),
  };
}

/** @param {import("./seats.js").View} view @param {string} game @param {(sheet: Sheet) => void} open */
function mainSheet(view, game, open) {
  const hasSeat = view.seat !== null && view.status === "playing";
  return h("div", { class: "stack" },
    hasSeat && h("div", { class: "row" },
      h("button", { type: "button", class: "button quiet", onclick: () => { open("rewind"); chooseRewind(game, redraw); } }, t("menu.rewind")),
      mayAbort(view) && h("button", { type: "button", class: "button quiet", onclick: () => open("abort") }, t("menu.abort")),
      h("button", { type: "button", class: "button quiet", onclick: () => open("resign") }, t("menu.resign"))),
    shareLinks(view, game),
    settingsFields(),
    h("p", { class: "row" }, link("/rules", { class: "button quiet small" }, t("page.rules")), link("/", { class: "button quiet small" }, t("menu.leave"))));
}

/** Whether the game can still be ended for all: before the first picks are revealed. @param {import("./seats.js").View} view */
export function mayAbort(view) {
  if (view.round !== 1) return false;
  const isUntouched = (/** @type {any} */ seat) => seat.drafted.length === 0 && seat.constructed.length === 0 && seat.construction.length === (view.required?.length ?? 0);
  return view.phase === (view.mode === "standard" ? "draft" : "planning") && view.discard.length === 0 && view.seats.every(isUntouched);
}

/** @param {string} why @param {string} what @param {() => void} onYes @param {() => void} onNo */
function sure(why, what, onYes, onNo) {
  return h("div", { class: "stack" }, h("p", null, why),
    h("p", { class: "row" }, h("button", { type: "button", class: "button danger", onclick: onYes }, what), h("button", { type: "button", class: "button quiet", onclick: onNo }, t("menu.no"))));
}

/** How the page looks and calls. */
export function settingsFields() {
  const set = (/** @type {string} */ name, /** @type {any} */ value) => { keep(name, value); applyTheme(); redraw(); };
  const check = (/** @type {string} */ name, /** @type {boolean} */ on, /** @type {(on: boolean) => any} */ onchange) =>
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: on, onchange: async (/** @type {any} */ event) => { await onchange(event.target.checked); redraw(); } }), t(`menu.setting.${name}`));
  const choice = (/** @type {string} */ name, /** @type {string} */ value, /** @type {Record<string, string>} */ options, /** @type {(value: string) => any} */ onchange) =>
    h("label", { class: "field" }, h("span", null, t(`menu.setting.${name}`)), h("select", { value, onchange: (/** @type {any} */ event) => onchange(event.target.value) },
      Object.entries(options).map(([id, text]) => h("option", { value: id, key: id }, text))));
  return h("fieldset", { class: "settings stack" }, h("legend", null, t("menu.settings")),
    check("sound", Boolean(kept("sound")), setSound),
    check("notify", Boolean(kept("notify")), async (on) => { if (on !== await setNotifications(on)) tell(t("menu.notify.refused")); }),
    check("motion", kept("motion") !== "none", (on) => set("motion", on ? null : "none")),
    h("div", { class: "row" },
      choice("theme", kept("theme") ?? "", { "": t("menu.theme.system"), light: t("menu.theme.light"), dark: t("menu.theme.dark") }, (value) => set("theme", value || null)),
      choice("language", language(), LANGUAGES, async (value) => { set("language", value); await loadTexts(); redraw(); })));
}

/** What a player who is away sees instead of the own board. @param {import("./seats.js").View} view @param {string} game */
export function returnPanel(view, game) {
  if (view.seat === null || !view.seats[view.seat].away || view.status !== "playing") return null;
  return h("section", { class: "sheet attention", key: "away", role: "status" }, h("p", null, t("menu.away")),
    h("p", null, h("button", { type: "button", class: "button", onclick: () => post(`/v1/games/${game}/seats/me/return`) }, t("menu.return"))));
}

/** What follows a game that is over: the same players again. @param {string} game */
export async function playAgain(game) {
  const again = await post(`/v1/games/${game}/rematch`);
  go(`/games/${again.id}`);
}
