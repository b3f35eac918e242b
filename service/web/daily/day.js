// A day of the daily deal: its table, and whether its seed is the one that was promised.

import { h } from "../dom.js";
import { link, redraw } from "../page.js";
import { token } from "../account.js";
import { client, get, request } from "../api.js";
import { fromHex, sha256, toHex } from "../audit/bytes.js";
import { t } from "../language/texts.js";
import { registerWatcher } from "../register.js";
import { catalogueSoon } from "../start/catalogue_soon.js";
import { segments } from "../start/fields.js";
import { share } from "../table/share.js";
import { endOf, renewAt } from "./midnight.js";
import { dayTable } from "./table.js";
import { dayAfter, dayText, dealText } from "./words.js";

/** @typedef {import("../types.js").Schemas["DailyDay"]} Day */
/** `first`: the first day that was dealt. `next`: the address of the next page, "" after the last one. `isKept`: whether the promise was kept; null if it is not known. @typedef {{ found: Day, first: string, next: string, kind: string, isKept: boolean | null }} State */

/** @param {{ day: string }} params @returns {Promise<import("../page.js").Screen>} */
export async function open({ day }) {
  if (!token()) await registerWatcher(t("table.guest")); // the service tells accounts only
  const closed = new AbortController();
  const [{ body, headers }, { first }] = await Promise.all([
    request("GET", `/v1/daily/${day}`, { signal: closed.signal }), get("/v1/daily", closed.signal)]);
  /** @type {State} */
  const state = { found: body, first, next: client.nextPage(headers), kind: "human", isKept: null };
  check(state);
  /** Read another table, or one more page of this one. @param {string} path @param {boolean} isMore */
  const read = async (path, isMore) => {
    const answer = await request("GET", path, { signal: closed.signal });
    const before = isMore ? state.found.entries : [];
    state.found = { ...answer.body, entries: [...before, ...answer.body.entries] };
    state.next = client.nextPage(answer.headers);
    redraw();
  };
  const choose = (/** @type {string} */ kind) => {
    state.kind = kind;
    return read(`/v1/daily/${day}?kind=${kind}`, false);
  };
  renewAt(() => (state.found.is_over ? Infinity : endOf(day)), async () => { await choose(state.kind); await check(state); }, closed.signal);
  return { title: () => dayText(day), view: () => view(state, choose, () => read(state.next, true)), close: () => closed.abort() };
}

/** Compare the seed with what was promised, where the browser can. @param {State} state */
async function check(state) {
  const { deal: { day, commitment }, server_seed: seed } = state.found;
  if (!seed || !globalThis.crypto?.subtle) return;
  state.isKept = toHex(await sha256(fromHex(seed), day)) === commitment;
  redraw();
}

/** @param {State} state @param {(kind: string) => void} choose @param {() => void} more */
function view({ found, first, next, kind, isKept }, choose, more) {
  const { deal, entries, is_over: isOver } = found;
  catalogueSoon(); // has the names of the scenarios
  return h("div", { class: "daily wide stack" },
    h("div", { class: "row", key: "head" },
      h("h1", null, dayText(deal.day)),
      h("span", { class: "pill" }, dealText(deal)),
      link("/daily", { class: "button quiet small" }, t("daily.back")),
      h("button", { class: "button quiet small", type: "button", onclick: () => share(`/daily/${deal.day}`) }, t("end.share"))),
    h("section", { class: "sheet", key: "table" },
      h("h2", null, t("daily.table")),
      segments("kind", t("daily.kind"), ["human", "bot"].map((value) => ({ value, text: t(`daily.kind.${value}`) })), kind, choose),
      ownText(found),
      entries.length ? dayTable(entries, t("daily.table")) : h("p", { class: "soft", key: "none" }, t(isOver ? "daily.table.none" : "daily.table.none_yet")),
      next && h("button", { class: "button quiet", type: "button", key: "more", onclick: more }, t("me.history.more")),
      !isOver && h("p", { class: "soft", key: "closed" }, t("daily.table.closed"))),
    h("section", { class: "sheet", key: "fair" },
      h("h2", null, t("daily.fair")),
      h("p", { class: "soft" }, t("daily.fair.why")),
      h("p", { class: "link-text" }, deal.commitment),
      found.server_seed ? h("p", null, t("daily.fair.seed")) : h("p", { class: "soft" }, t("daily.fair.later")),
      found.server_seed && h("p", { class: "link-text" }, found.server_seed),
      isKept !== null && h("p", { role: "status", class: isKept ? "kept" : "notice" }, t(isKept ? "daily.fair.kept" : "daily.fair.wrong"))),
    h("nav", { class: "row", key: "days", "aria-label": t("daily.days.other") },
      deal.day > first && link(`/daily/${dayAfter(deal.day, -1)}`, { class: "button quiet small" }, dayText(dayAfter(deal.day, -1))),
      isOver && link(`/daily/${dayAfter(deal.day)}`, { class: "button quiet small" }, dayText(dayAfter(deal.day)))));
}

/** How the own try went. @param {Day} found */
function ownText({ try: own, place }) {
  if (!own || own.score === null) return null;
  return h("p", { class: "day-deal", key: "own" }, place === null ? t("daily.own.lost", { score: own.score }) : t("daily.own", { place, score: own.score }));
}
