// The explorer: what all finished games say about cards and empires, as tables.

import { h } from "../dom.js";
import { redraw } from "../page.js";
import { token } from "../account.js";
import { client, request } from "../api.js";
import { Offline, Problem } from "../client.js";
import { loadCatalogue } from "../catalogue.js";
import { registerWatcher } from "../register.js";
import { keep, kept, language } from "../settings.js";
import { t } from "../language/texts.js";
import { segments, select } from "../start/fields.js";
import { explorerTable, number, signed } from "./table.js";
import { ANY, isOffered, months, NO_FILTER, pathOf, tablesOf } from "./rows.js";

/** @typedef {import("./rows.js").Filter} Filter */
/** @typedef {import("./rows.js").Table} Table */
/** @typedef {{ games: number, seats: import("./rows.js").Result, rows: any[], next: string }} Found */
/** @typedef {{ table: Table, filter: Filter, sort: import("./rows.js").Sort, isOpen: boolean, found: Found | null, trouble: string }} State */

const KEPT = "explorer";
/** Up to this width the choices are closed at first: they would leave no room for the numbers. */
const PHONE_PIXELS = 520;
/** Filter → what can be chosen, with its text. @type {Record<keyof Filter, () => { value: string, text: string }[]>} */
const CHOICES = {
  mode: () => ["standard", "solo", "scenario"].map((value) => ({ value, text: t(`lobby.mode.${value}`) })),
  seats: () => [any(), ...["2", "3", "4", "5"].map((value) => ({ value, text: value }))],
  side: () => [any(), ...["A", "B"].map((value) => ({ value, text: value }))],
  players: () => [any(), ...["people", "bots"].map((value) => ({ value, text: t(`explorer.players.${value}`) }))],
  strength: () => [any(), ...["low", "middle", "high"].map((value) => ({ value, text: t(`explorer.strength.${value}`) }))],
  period: () => [{ value: "all", text: t("explorer.period.all") }, ...months(new Date()).map((value) => ({ value, text: monthText(value) }))],
  round: () => [any(), ...["1", "2", "3", "4"].map((value) => ({ value, text: value }))],
  place: () => [any(), ...["1", "2", "3", "4", "5", "6", "7"].map((value) => ({ value, text: value }))],
};

/** @param {Record<string, string>} params A filter, such as `place` and its value. @returns {Promise<import("../page.js").Screen>} */
export async function open(params) {
  if (!token()) await registerWatcher(t("table.guest")); // the service shows its numbers to accounts only
  await loadCatalogue();
  const closed = new AbortController();
  const before = kept(KEPT);
  /** @type {State} */
  const state = {
    table: before?.table ?? "draft", filter: { ...NO_FILTER, ...before?.filter, ...chosenBy(params) },
    sort: { column: "lead", isUp: false }, isOpen: innerWidth > PHONE_PIXELS, found: null, trouble: "",
  };
  if (!tablesOf(state.filter.mode).includes(state.table)) state.table = "build";
  read(state, closed.signal);
  return { title: () => t("explorer.title"), view: () => view(state, closed.signal), close: () => closed.abort() };
}

/** The part of an address that is a filter. @param {Record<string, string>} params */
function chosenBy(params) {
  const names = /** @type {(keyof Filter)[]} */ (Object.keys(CHOICES));
  return Object.fromEntries(names.filter((name) => CHOICES[name]().some(({ value }) => value === params[name])).map((name) => [name, params[name]]));
}

/** @param {State} state @param {AbortSignal} signal */
function view(state, signal) {
  const { found, table, filter, sort } = state;
  /** @param {Partial<State>} chosen */
  const choose = (chosen) => {
    Object.assign(state, chosen, { found: null });
    if (!tablesOf(state.filter.mode).includes(state.table)) state.table = "build";
    keep(KEPT, { table: state.table, filter: state.filter });
    redraw();
    read(state, signal);
  };
  const names = /** @type {(keyof Filter)[]} */ (Object.keys(CHOICES));
  return h("div", { class: "wide stack explorer" },
    h("h1", { key: "title" }, t("explorer.title")),
    h("section", { class: "sheet", key: "choices" },
      segments("explorer-table", t("explorer.show"), tablesOf(filter.mode).map((value) => ({ value, text: t(`explorer.table.${value}`) })), table, (value) => choose({ table: /** @type {Table} */ (value), sort: { column: "lead", isUp: false } })),
      h("details", { key: "filter", open: state.isOpen, ontoggle: (/** @type {Event} */ event) => { state.isOpen = /** @type {HTMLDetailsElement} */ (event.currentTarget).open; } },
        h("summary", null, t("explorer.filter"), h("span", { class: "soft" }, ` ${chosenText(filter, table)}`)),
        h("div", { class: "explorer-filter" }, names.filter((name) => isOffered(name, filter, table)).map((name) =>
        select(t(`explorer.${name}`), CHOICES[name](), filter[name], (value) => choose({ filter: { ...filter, [name]: value } })))))),
    h("section", { class: "sheet", key: "numbers" },
      h("div", { class: "stack", role: "status" }, state.trouble ? h("p", null, state.trouble) : found ? summary(found) : h("p", { class: "soft" }, "…")),
      found && (found.rows.length > 0
        ? explorerTable(table, found.rows, found.seats, sort, (chosen) => { state.sort = chosen; redraw(); })
        : h("p", { key: "none" }, t("explorer.none"))),
      found?.next && h("button", { class: "button quiet", key: "more", type: "button", onclick: () => read(state, signal, found) }, t("explorer.more")),
      h("details", { key: "how" }, h("summary", null, t("explorer.how")), ["seen", "lead", "interval", "effect"].map((key) => h("p", { key }, t(`explorer.how.${key}`))))));
}

/** What is chosen, in words. @param {Filter} filter @param {Table} table */
function chosenText(filter, table) {
  const names = /** @type {(keyof Filter)[]} */ (Object.keys(CHOICES));
  const chosen = names.filter((name) => isOffered(name, filter, table) && filter[name] !== NO_FILTER[name]);
  return chosen.map((name) => `${t(`explorer.${name}`)}: ${CHOICES[name]().find(({ value }) => value === filter[name])?.text ?? filter[name]}`).join(", ");
}

/** How much there is, and what is usual. @param {Found} found */
function summary({ games, seats }) {
  return [
    h("p", { key: "games", class: "soft" }, t("explorer.games", { n: games, games: number(games), seats: number(seats.cases) })),
    seats.mean !== null && h("p", { key: "usual" }, t("explorer.usual", { lead: signed(seats.mean) }))];
}

/** Read the numbers of the table, or with `found` one more page of them. @param {State} state @param {AbortSignal} signal @param {Found} [found] */
async function read(state, signal, found) {
  const { table } = state;
  const path = pathOf(table, state.filter);
  try {
    const { body, headers } = await request("GET", found?.next || path, { signal });
    if (path !== pathOf(state.table, state.filter)) return; // asked again since
    const rows = [...found?.rows ?? [], ...body.cards ?? body.combinations];
    state.found = { games: body.games, seats: body.seats, rows, next: client.nextPage(headers) };
    state.trouble = "";
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Problem || error instanceof Offline)) throw error;
    state.trouble = error instanceof Problem ? error.message : t("page.offline");
  }
  redraw();
}

const any = () => ({ value: ANY, text: t("explorer.any") });

/** @param {string} month as `2026-11` */
const monthText = (month) => new Intl.DateTimeFormat(language(), { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(`${month}-01T00:00:00Z`));
