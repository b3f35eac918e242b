// The lobby: tables with a free seat, a table of one's own, and games to watch.

import { h } from "../dom.js";
import { onceAtATime, go, link, redraw } from "../page.js";
import { account } from "../account.js";
import { get, post } from "../api.js";
import { isTemporary, Problem, sleep } from "../client.js";
import { keep, kept } from "../settings.js";
import { t } from "../language/texts.js";
import { ensureAccount, nameField, newName } from "./name_field.js";
import { gameTable } from "./game_table.js";
import { once, segments, select, toggle } from "./fields.js";
import { newTable, openTable } from "./open_table.js";
import { accountTrouble } from "./account_trouble.js";
import { gameFacts, gameName, namesText, seatOf } from "./words.js";

const PAUSE_MS = 5000;

const MODES = ["any", "standard", "solo", "scenario"];

/** @typedef {import("../types.js").Summary} Summary */
/** @typedef {{ mode: string, side: string, isPeople: boolean }} Filter */
/**
 * @typedef {import("./name_field.js").NameState & { tables: Summary[] | null, running: Summary[], isRefused: boolean,
 *   trouble: string, filter: Filter, table: import("./options.js").TableChoices }} State
 */

/** @returns {import("../page.js").Screen} */
export function open() {
  const closed = new AbortController();
  /** @type {State} */
  const state = {
    ...newName(), table: { ...newTable(), isPrivate: false }, tables: null, running: [], isRefused: false, trouble: "",
    filter: { mode: "any", side: "any", isPeople: false, ...kept("lobby") },
  };
  const enter = once(async () => {
    if (await ensureAccount(state)) await read(state, closed.signal);
  }, redraw);
  poll(state, closed.signal);
  return { title: () => t("page.lobby"), view: () => view(state, enter, closed.signal), close: () => closed.abort() };
}

/** @param {State} state @param {{ isBusy: boolean, run(): void }} enter @param {AbortSignal} signal */
function view(state, enter, signal) {
  return h("div", { class: "wide stack" },
    h("h1", { key: "title" }, t("page.lobby")),
    state.isRefused && accountTrouble(() => { state.isRefused = false; redraw(); }),
    state.trouble && !state.isRefused && h("p", { role: "alert", key: "trouble" }, state.trouble),
    account() ? filterFields(state, signal) : nameForm(state, enter),
    account() && h("div", { class: "stack lobby-lists", key: "lists" },
      openTable(state, t("start.open")),
      isAlone(state.filter) ? null : h("section", { class: "sheet", key: "tables" }, h("h2", null, t("lobby.tables")), tableList(state.tables)),
      h("section", { class: "sheet", key: "running" }, h("h2", null, t("lobby.running")), runningList(state.running, state.tables === null))),
    account() && link("/explorer", { key: "explorer", class: "cell-link" }, t("explorer.link")));
}

/** Whether only games of one seat are asked for: their tables have no free seat. @param {Filter} filter */
function isAlone({ mode }) {
  return mode === "solo" || mode === "scenario";
}

/** @param {State} state @param {{ isBusy: boolean, run(): void }} enter */
function nameForm(state, enter) {
  /** @param {import("../dom.js").FormEvent} event */
  const onsubmit = (event) => {
    event.preventDefault();
    enter.run();
  };
  return h("form", { class: "sheet narrow", key: "name", onsubmit },
    h("p", null, t("lobby.name")), nameField(state), h("button", { class: "button" }, t("lobby.enter")));
}

/** @param {State} state @param {AbortSignal} signal */
function filterFields(state, signal) {
  /** @param {Partial<Filter>} chosen */
  const choose = (chosen) => {
    keep("lobby", Object.assign(state.filter, chosen));
    redraw();
    read(state, signal);
  };
  return h("div", { class: "row filter", key: "filter" },
    select(t("lobby.mode"), MODES.map((value) => ({ value, text: t(`lobby.mode.${value}`) })), state.filter.mode, (mode) => choose({ mode })),
    !isAlone(state.filter) && toggle(t("lobby.people"), state.filter.isPeople, (isPeople) => choose({ isPeople })),
    state.filter.mode !== "scenario" && segments("filter-side", t("start.side"), ["any", "A", "B"].map((value) => ({ value, text: t(`lobby.side.${value}`) })), state.filter.side, (side) => choose({ side })));
}

/** @param {Summary[] | null} tables */
function tableList(tables) {
  if (!tables) return h("p", { class: "soft" }, "…");
  if (!tables.length) return h("p", null, t("lobby.empty"));
  return h("ul", { class: "tables" }, tables.map((game) => tableItem(game,
    seatOf(game, account()?.id) >= 0
      ? link(`/games/${game.id}`, { class: "button quiet small" }, t("inbox.look"))
      : h("button", { class: "button small", onclick: () => join(game.id) }, t("room.join")),
    t("start.free_seats", { n: game.free_seats }))));
}

/** @param {Summary} game @param {import("../dom.js").Child} action @param {string} [free] */
function tableItem(game, action, free) {
  const isOwn = seatOf(game, account()?.id) >= 0;
  return h("li", { class: "table-item", key: game.id },
    gameTable(game, account()?.id, free && !isOwn ? () => join(game.id) : undefined),
    h("div", { class: "table-words" },
      h("p", { class: "game-title" }, free || game.name || game.scenario ? gameName(game) : namesText(game.seats)),
      h("p", { class: "soft" }, free ?? t("start.round", { round: game.round, phase: t(`phase.${game.phase}`) })),
      h("p", { class: "unseen" }, gameFacts(game))),
    action);
}

/** @param {Summary[]} running @param {boolean} isReading */
function runningList(running, isReading) {
  if (isReading) return h("p", { class: "soft" }, "…");
  if (!running.length) return h("p", null, t("lobby.quiet"));
  return h("ul", { class: "tables" }, running.map((game) => {
    const isOwn = seatOf(game, account()?.id) >= 0;
    return tableItem(game, link(`/${isOwn ? "games" : "watch"}/${game.id}`, { class: "button quiet small" }, t(isOwn ? "inbox.play" : "lobby.watch")));
  }));
}

const join = onceAtATime(async (/** @type {string} */ game) => {
  await post(`/v1/games/${game}/seats`, {});
  go(`/games/${game}`);
});

/** What the lists are asked for. A scenario is always on one side, and who plays alone has no bots. @param {Filter} filter */
function queryOf(filter) {
  const { mode, side, isPeople } = filter;
  const wanted = { mode, side: mode === "scenario" ? "any" : side, bots: isPeople && !isAlone(filter) ? "false" : "any" };
  return `${Object.entries(wanted).map(([name, value]) => (value === "any" ? "" : `&${name}=${value}`)).join("")}&limit=50`;
}

/** Read the lists again and again while somebody looks at them. @param {State} state @param {AbortSignal} signal */
async function poll(state, signal) {
  while (!signal.aborted) {
    if (account() && !document.hidden && !state.isRefused) await read(state, signal);
    await sleep(PAUSE_MS, signal);
  }
}

/** @param {State} state @param {AbortSignal} signal */
async function read(state, signal) {
  const query = queryOf(state.filter);
  try {
    const tables = isAlone(state.filter) ? [] : get(`/v1/games?free_seats=true${query}`, signal);
    const [found, running] = await Promise.all([tables, get(`/v1/games?status=playing${query}`, signal)]);
    if (queryOf(state.filter) !== query) return; // asked again since
    [state.tables, state.trouble] = [found, ""];
    state.running = running.filter((/** @type {Summary} */ game) => game.spectators || seatOf(game, account()?.id) >= 0);
  } catch (error) {
    if (signal.aborted || isTemporary(error)) return; // what is here stays, and the next look may succeed
    if (!(error instanceof Problem)) throw error;
    state.isRefused = error.status === 401;
    state.trouble = error.message;
  }
  redraw();
}
