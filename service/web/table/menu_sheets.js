// What the menu of a table shows in its dialog, by the sheet that is open.

import { h } from "../dom.js";
import { link, redraw, tell } from "../page.js";
import { LANGUAGES, applyTheme, keep, kept, language } from "../settings.js";
import { saveReceipt } from "../saving.js";
import { changeLanguage } from "../language/change.js";
import { enumerate, t } from "../language/texts.js";
import { setNotifications, setSound, setSounds } from "./attention.js";
import { chatSheet, readChats } from "./chats.js";
import { phrases } from "./reactions.js";
import { chooseRewind, missingAnswers, rewindSheet } from "./rewinds.js";
import { ownSeat } from "./rules.js";
import { seatNames } from "./seats.js";
import { shareLinks } from "./share.js";

/** @typedef {import("./menu.js").Sheet} Sheet */
/**
 * @typedef {{ view: import("./seats.js").View, facts: import("./seats.js").Facts | null, game: string, open: (sheet: Sheet) => void,
 *   actions: import("./menu.js").Actions }} Menu
 */

/** @param {Sheet} sheet @param {Menu} menu @returns {import("../dom.js").Child} */
export function content(sheet, { view, facts, game, open, actions }) {
  const close = () => open("");
  if (sheet === "menu") return mainSheet(view, facts, game, open, actions);
  if (sheet === "say") return [h("p", { class: "soft" }, t("menu.say.why")), phrases(actions.say)];
  if (sheet === "chat") return chatSheet(game);
  if (sheet === "rewind") return rewindSheet(view, facts, actions.rewind);
  if (sheet === "resign") return sure(t("menu.resign.why"), t("menu.resign"), actions.resign, close);
  return sure(t("menu.abort.why"), t("menu.abort"), actions.abort, close);
}

/** @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts @param {string} game @param {(sheet: Sheet) => void} open @param {import("./menu.js").Actions} actions */
function mainSheet(view, facts, game, open, actions) {
  return h("div", { class: "stack" },
    isPlaying(view) && h("div", { class: "row" },
      mayRewind(view, facts) && h("button", { type: "button", class: "button quiet", onclick: () => { open("rewind"); chooseRewind(game, redraw); } }, t("menu.rewind")),
      mayPause(view, facts) && h("button", { type: "button", class: "button quiet", onclick: actions.pause }, t("menu.pause")),
      mayAbort(view) && h("button", { type: "button", class: "button quiet", onclick: () => open("abort") }, t("menu.abort")),
      h("button", { type: "button", class: "button quiet", onclick: () => open("resign") }, t("menu.resign"))),
    mayPause(view, facts) && h("p", { class: "soft" }, t("menu.pause.means"), " ", whoMustAgree(view, facts)),
    isPlaying(view) && h("p", null, h("button", { type: "button", class: "button quiet", onclick: () => { open("chat"); readChats(game); } }, t("menu.chat"))),
    shareLinks(view, game),
    view.seat !== null && h("p", { class: "row" },
      h("button", { type: "button", class: "button quiet small", onclick: () => saveReceipt(game) }, t("menu.receipt")),
      h("span", { class: "soft" }, t("menu.receipt.why"))),
    settingsFields(),
    h("p", { class: "row" }, link("/rules", { class: "button quiet small" }, t("page.rules")), link("/", { class: "button quiet small" }, t("menu.leave"))));
}

/** Whether the viewer has a seat in a game that is not over: the score alone may be missing. @param {import("./seats.js").View} view */
export function isPlaying(view) {
  return view.seat !== null && view.status === "playing" && view.phase !== "finished";
}

/** Whether the viewer may propose to go back: not while away, nor while another proposal waits for answers. @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts */
export function mayRewind(view, facts) {
  return isPlaying(view) && view.rewinds && !ownSeat(view).away && !facts?.rewind;
}

/** Whether the viewer may ask for a pause: a clock runs that it would stop, and nobody asks. @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts */
export function mayPause(view, facts) {
  const isAsked = view.pause && (view.pause.until || (facts?.now ?? 0) < Date.parse(view.pause.expires_at));
  return isPlaying(view) && Boolean(view.clock) && !ownSeat(view).away && !isAsked;
}

/** Whom a pause needs. @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts */
function whoMustAgree(view, facts) {
  const others = missingAnswers(view, { seat: view.seat, accepted: [] }).map((seat) => seatNames(view, facts)[seat] ?? "");
  return others.length ? t("menu.pause.others", { names: enumerate(others) }) : t("menu.pause.alone");
}

/** Whether the game can still be ended for all: before the first picks are revealed. @param {import("./seats.js").View} view */
export function mayAbort(view) {
  if (view.round !== 1 || ownSeat(view)?.away) return false;
  const isUntouched = (/** @type {import("./seats.js").Seat} */ seat) => seat.drafted.length === 0 && seat.constructed.length === 0 && seat.construction.length === (view.required?.length ?? 0);
  return view.phase === (view.mode === "standard" ? "draft" : "planning") && view.discard.length === 0 && view.seats.every(isUntouched);
}

/** @param {string} why @param {string} what @param {() => void} onYes @param {() => void} onNo */
function sure(why, what, onYes, onNo) {
  return h("div", { class: "stack" }, h("p", null, why),
    h("p", { class: "row" }, h("button", { type: "button", class: "button danger", onclick: onYes }, what), h("button", { type: "button", class: "button quiet", onclick: onNo }, t("menu.no"))));
}

/** How the page looks and calls. */
export function settingsFields() {
  const set = (/** @type {string} */ name, /** @type {unknown} */ value) => { keep(name, value); applyTheme(); redraw(); };
  const check = (/** @type {string} */ name, /** @type {boolean} */ on, /** @type {(on: boolean) => unknown} */ onchange) =>
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: on, onchange: async (event) => { await onchange(event.target.checked); redraw(); } }), t(`menu.setting.${name}`));
  const choice = (/** @type {string} */ name, /** @type {string} */ value, /** @type {Record<string, string>} */ options, /** @type {(value: string) => unknown} */ onchange) =>
    h("label", { class: "field" }, h("span", null, t(`menu.setting.${name}`)), h("select", { value, onchange: (event) => onchange(event.target.value) },
      Object.entries(options).map(([id, text]) => h("option", { value: id, key: id }, text))));
  return h("fieldset", { class: "settings stack" }, h("legend", null, t("menu.settings")),
    check("sound", Boolean(kept("sound")), setSound),
    check("sounds", Boolean(kept("sounds")), setSounds),
    check("notify", Boolean(kept("notify")), async (on) => { if (on !== await setNotifications(on)) tell(t("menu.notify.refused")); }),
    check("motion", kept("motion") !== "none", (on) => set("motion", on ? null : "none")),
    h("div", { class: "row" },
      choice("theme", kept("theme") ?? "", { "": t("menu.theme.system"), light: t("menu.theme.light"), dark: t("menu.theme.dark") }, (value) => set("theme", value || null)),
      choice("language", language(), LANGUAGES, async (value) => { await changeLanguage(value); redraw(); })));
}
