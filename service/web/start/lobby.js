// The lobby: tables with a free seat, and games to watch.

import { h } from "../dom.js";
import { go, link, redraw } from "../page.js";
import { account } from "../account.js";
import { get, Offline, post, Problem, sleep } from "../api.js";
import { keep, kept } from "../settings.js";
import { t } from "../language/texts.js";
import { ensureAccount, nameField, newName } from "./name_field.js";
import { once, segments, toggle } from "./fields.js";
import { accountTrouble } from "./account_trouble.js";
import { gameFacts, gameName, namesText, seatOf } from "./words.js";

const PAUSE_MS = 5000;

/** @typedef {{ side: string, isPeople: boolean }} Filter */

/** @returns {import("../page.js").Screen} */
export function open() {
  const closed = new AbortController();
  const state = {
    ...newName(), tables: /** @type {any[] | null} */ (null), running: /** @type {any[]} */ ([]), isRefused: false,
    filter: { side: "any", isPeople: false, ...kept("lobby") },
  };
  const enter = once(async () => {
    if (await ensureAccount(state)) await read(state, closed.signal);
  }, redraw);
  poll(state, closed.signal);
  return { title: () => t("page.lobby"), view: () => view(state, enter, closed.signal), close: () => closed.abort() };
}

/** @param {any} state @param {{ isBusy: boolean, run(): void }} enter @param {AbortSignal} signal */
function view(state, enter, signal) {
  return h("div", { class: "wide stack" },
    h("h1", { key: "title" }, t("page.lobby")),
    state.isRefused && accountTrouble(() => { state.isRefused = false; redraw(); }),
    account() ? filterFields(state, signal) : nameForm(state, enter),
    account() && h("div", { class: "start-columns", key: "lists" },
      h("section", { class: "sheet", key: "tables" }, h("h2", null, t("lobby.tables")), tableList(state.tables)),
      h("section", { class: "sheet", key: "running" }, h("h2", null, t("lobby.running")), runningList(state.running, state.tables === null))));
}

/** @param {any} state @param {{ isBusy: boolean, run(): void }} enter */
function nameForm(state, enter) {
  /** @param {any} event */
  const onsubmit = (event) => {
    event.preventDefault();
    enter.run();
  };
  return h("form", { class: "sheet narrow", key: "name", onsubmit },
    h("p", null, t("lobby.name")), nameField(state), h("button", { class: "button" }, t("lobby.enter")));
}

/** @param {any} state @param {AbortSignal} signal */
function filterFields(state, signal) {
  /** @param {Partial<Filter>} chosen */
  const choose = (chosen) => {
    keep("lobby", Object.assign(state.filter, chosen));
    redraw();
    read(state, signal);
  };
  return h("div", { class: "row filter", key: "filter" },
    segments("filter-side", t("start.side"), ["any", "A", "B"].map((value) => ({ value, text: t(`lobby.side.${value}`) })), state.filter.side, (side) => choose({ side })),
    toggle(t("lobby.people"), state.filter.isPeople, (isPeople) => choose({ isPeople })));
}

/** @param {any[] | null} tables */
function tableList(tables) {
  if (!tables) return h("p", { class: "soft" }, "…");
  if (!tables.length) return h("p", null, t("lobby.empty"), " ", link("/", {}, t("lobby.open")));
  return h("ul", { class: "rows" }, tables.map((game) => h("li", { class: "game-row", key: game.id },
    h("div", { class: "game-what" },
      h("p", { class: "game-title" }, gameName(game)),
      h("p", { class: "soft" }, `${gameFacts(game)} · ${t("start.free_seats", { n: game.free_seats })}`),
      game.name && h("p", { class: "soft" }, namesText(game.seats))),
    seatOf(game, account()?.id) >= 0
      ? link(`/games/${game.id}`, { class: "button quiet small" }, t("inbox.look"))
      : h("button", { class: "button small", onclick: () => join(game.id) }, t("room.join")))));
}

/** @param {any[]} running @param {boolean} isReading */
function runningList(running, isReading) {
  if (isReading) return h("p", { class: "soft" }, "…");
  if (!running.length) return h("p", null, t("lobby.quiet"));
  return h("ul", { class: "rows" }, running.map((game) => h("li", { class: "game-row", key: game.id },
    h("div", { class: "game-what" }, h("p", { class: "game-title" }, game.name || game.scenario ? gameName(game) : namesText(game.seats)), h("p", { class: "soft" }, gameFacts(game))),
    link(seatOf(game, account()?.id) >= 0 ? `/games/${game.id}` : `/watch/${game.id}`, { class: "button quiet small" },
      t(seatOf(game, account()?.id) >= 0 ? "inbox.play" : "lobby.watch")))));
}

/** @param {string} game */
async function join(game) {
  await post(`/v1/games/${game}/seats`, {});
  go(`/games/${game}`);
}

/** Read the lists again and again while somebody looks at them. @param {any} state @param {AbortSignal} signal */
async function poll(state, signal) {
  while (!signal.aborted) {
    if (account() && !document.hidden && !state.isRefused) await read(state, signal);
    await sleep(PAUSE_MS, signal);
  }
}

/** @param {any} state @param {AbortSignal} signal */
async function read(state, signal) {
  const { side, isPeople } = state.filter;
  const query = `${side === "any" ? "" : `&side=${side}`}${isPeople ? "&bots=false" : ""}&limit=50`;
  try {
    const [tables, running] = await Promise.all([get(`/v1/games?free_seats=true${query}`, signal), get(`/v1/games?status=playing${query}`, signal)]);
    if (state.filter.side !== side || state.filter.isPeople !== isPeople) return; // asked again since
    state.tables = tables;
    state.running = running.filter((/** @type {any} */ game) => game.spectators || seatOf(game, account()?.id) >= 0);
  } catch (error) {
    if (signal.aborted || error instanceof Offline) return;
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    state.isRefused = true;
  }
  redraw();
}
