// The address of a join link: shows the table, and takes a seat at it with one tap.

import { h } from "../dom.js";
import { go, link, redraw } from "../page.js";
import { account } from "../account.js";
import { get, post } from "../api.js";
import { Problem } from "../client.js";
import { t } from "../language/texts.js";
import { ensureAccount, nameField, newName } from "./name_field.js";
import { gameTable } from "./game_table.js";
import { once } from "./fields.js";
import { accountTrouble } from "./account_trouble.js";
import { joinForm } from "./room.js";
import { gameFacts, hasSeatFor, seatOf } from "./words.js";

/** @typedef {import("./name_field.js").NameState & { code: string, game: import("../types.js").View | null, trouble: string, isRefused: boolean }} State */

/** @param {Record<string, string>} params `code`: an invite code, or the id of a public game @returns {import("../page.js").Screen} */
export function open({ code = "" }) {
  /** @type {State} */
  const state = { ...newName(), code, game: null, trouble: "", isRefused: false };
  const look = once(async () => {
    if (await ensureAccount(state)) await find(state);
  }, redraw);
  if (account()) look.run();
  return { title: () => t("join.title"), view: () => view(state, look), close() {} };
}

/** @param {State} state @param {{ isBusy: boolean, run(): void }} look */
function view(state, look) {
  return h("div", { class: "narrow stack" },
    state.isRefused && accountTrouble(() => { state.isRefused = false; redraw(); }),
    h("section", { class: "sheet", key: "join" },
      h("h1", null, t("join.title")),
      state.trouble && h("p", { role: "alert", key: "trouble" }, state.trouble),
      state.trouble && h("p", { class: "row", key: "ways" }, link("/lobby", { class: "button" }, t("join.lobby")), link("/", { class: "button quiet" }, t("trouble.home"))),
      !state.trouble && (state.game ? table(state.game, state.code) : waiting(state, look))));
}

/** Before the table is known. @param {State} state @param {{ isBusy: boolean, run(): void }} look */
function waiting(state, look) {
  if (account()) return h("p", { class: "soft", key: "wait" }, t("join.looking"));
  /** @param {import("../dom.js").FormEvent} event */
  const onsubmit = (event) => {
    event.preventDefault();
    look.run();
  };
  return h("form", { class: "stack", key: "name", onsubmit },
    h("p", null, t("join.invited")),
    nameField(state),
    h("button", { class: "button" }, t("join.look")));
}

/** @param {import("../types.js").View} game @param {string} code */
function table(game, code) {
  /** @param {string} _what @param {unknown} [empire] */
  const act = async (_what, empire) => {
    const byCode = code === game.id ? {} : { code };
    await post(`/v1/games/${game.id}/seats`, { ...byCode, ...(empire ? { empire } : {}) });
    go(`/games/${game.id}`, { replace: true });
  };
  return h("div", { class: "stack", key: "table" },
    game.name && h("h2", null, h("bdi", null, game.name)),
    h("p", { class: "soft" }, gameFacts(game)),
    gameTable(game, account()?.id, () => act("join")),
    joinForm(game, act));
}

/** Find the table, and what stands in the way. @param {State} state */
async function find(state) {
  try {
    state.game = await get(`/v1/codes/${encodeURIComponent(state.code)}`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 401) state.isRefused = true;
    else if (error.code === "no_such_code") await findPublic(state);
    else state.trouble = error.message;
  }
  const { game } = state;
  if (!game) return;
  if (seatOf(game, account()?.id) >= 0 || game.status !== "open") go(`/games/${game.id}`, { replace: true });
  else if (!hasSeatFor(game, account()?.id)) state.trouble = t("join.full");
}

/** The link may name a public game. @param {State} state */
async function findPublic(state) {
  try {
    state.game = await get(`/v1/games/${encodeURIComponent(state.code)}`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    state.trouble = t("join.wrong");
  }
}
