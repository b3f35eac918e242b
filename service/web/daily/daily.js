// The daily deal: today's with one button, the own last weeks, and yesterday's table.

import { h } from "../dom.js";
import { go, link, redraw } from "../page.js";
import { account, token } from "../account.js";
import { get, post } from "../api.js";
import { Problem } from "../client.js";
import { t } from "../language/texts.js";
import { registerWatcher } from "../register.js";
import { catalogueSoon } from "../start/catalogue_soon.js";
import { skylines } from "../start/empires.js";
import { once } from "../start/fields.js";
import { ensureAccount, nameField, newName } from "../start/name_field.js";
import { untilText } from "../start/words.js";
import { renewAt } from "./midnight.js";
import { dayTable } from "./table.js";
import { calendar, dateText, dayAfter, dayText, dealText, weekdayText } from "./words.js";

/** @typedef {import("../types.js").Schemas} Schemas */
/** @typedef {import("../start/name_field.js").NameState & { told: Schemas["Daily"], yesterday: Schemas["DailyDay"] | null }} State */

const SHOWN = 10;

/** @returns {Promise<import("../page.js").Screen>} */
export async function open() {
  if (!token()) await registerWatcher(t("table.guest")); // the service tells accounts only
  const closed = new AbortController();
  /** @type {State} */
  const state = { ...newName(), told: await get("/v1/daily", closed.signal), yesterday: null };
  readYesterday(state, closed.signal);
  renewAt(() => Date.parse(state.told.ends_at), () => renew(state, closed.signal), closed.signal);
  const play = once(async () => {
    if (!(await ensureAccount(state))) return;
    try {
      const { id } = await post("/v1/daily/games");
      go(`/games/${id}`);
    } catch (error) {
      if (!(error instanceof Problem && error.code === "daily_try_used")) throw error;
      state.told = await get("/v1/daily", closed.signal); // begun elsewhere: the button leads there now
    }
  }, redraw);
  return { title: () => t("daily.title"), view: () => view(state, play), close: () => closed.abort() };
}

/** Show the next day, which has begun. @param {State} state @param {AbortSignal} signal */
async function renew(state, signal) {
  state.told = await get("/v1/daily", signal);
  redraw();
  await readYesterday(state, signal);
}

/** @param {State} state @param {AbortSignal} signal */
async function readYesterday(state, signal) {
  const { today, first } = state.told;
  const day = dayAfter(today.day, -1);
  if (day < first) return;
  state.yesterday = await get(`/v1/daily/${day}?limit=${SHOWN}`, signal);
  redraw();
}

/** @param {State} state @param {{ isBusy: boolean, run(): void }} play */
function view(state, play) {
  const { told, yesterday } = state;
  catalogueSoon(); // has the names of the scenarios
  return h("div", { class: "daily wide stack" },
    h("header", { class: "me-head", key: "head" },
      h("h1", null, t("daily.title")),
      h("p", { class: "hero-what" }, t("daily.what")),
      h("dl", { class: "figures" }, h("div", { class: "figure" }, h("dt", null, t("daily.streak")), h("dd", null, String(told.streak)))),
      skylines()),
    h("div", { class: "start-columns", key: "columns" },
      h("div", { class: "stack", key: "left" }, todaySection(state, play)),
      h("div", { class: "stack", key: "right" }, calendarSection(told), yesterday && yesterdaySection(yesterday), promiseSection(told))));
}

/** @param {State} state @param {{ isBusy: boolean, run(): void }} play */
function todaySection(state, play) {
  const { today, ends_at: endsAt, try: own } = state.told;
  return h("section", { class: "sheet", key: "today" },
    h("h2", null, dayText(today.day)),
    h("p", { class: "day-deal" }, dealText(today)),
    h("p", { class: "soft" }, t("daily.ends", { time: untilText(endsAt) })),
    own ? ownTry(own) : h("form", { class: "stack", key: "play", novalidate: true, onsubmit: (/** @type {{ preventDefault(): void }} */ event) => { event.preventDefault(); play.run(); } },
      nameField(state),
      h("button", { class: "button start-go", "aria-disabled": play.isBusy ? "true" : null }, t(play.isBusy ? "start.opening" : "daily.play"))),
    h("p", { key: "table" }, link(`/daily/${today.day}`, { class: "cell-link" }, t("daily.table.today"))));
}

/** What the own try has come to. @param {Schemas["DailyTry"]} own */
function ownTry({ game, status, score }) {
  return h("div", { class: "stack", key: "own" },
    score !== null && h("p", { class: "day-deal" }, t("daily.scored", { score })),
    status === "finished" && h("p", { class: "soft" }, t("daily.closed")),
    status === "abandoned" && h("p", { class: "soft" }, t("daily.left")),
    link(`/games/${game}`, { class: `button ${status === "playing" ? "start-go" : "quiet"}` }, t(status === "playing" ? "daily.continue" : "daily.see")));
}

/** The own last weeks, a day each. @param {Schemas["Daily"]} told */
function calendarSection(told) {
  if (!account()) return null;
  const days = calendar(told, told.try?.score ?? null);
  return h("section", { class: "sheet", key: "days" },
    h("h2", null, t("daily.days")),
    h("div", { class: "days weekdays", "aria-hidden": "true" }, days.slice(0, 7).map(({ day }) => h("span", { key: day }, weekdayText(day)))),
    h("ol", { class: "days" }, days.map(({ day, score, isDealt }) => {
      const name = score === null ? t("daily.day.none", { day: dayText(day) }) : t("daily.day.score", { day: dayText(day), score });
      const shown = h("span", { class: "day-face", "aria-hidden": "true" }, h("span", { class: "day-date" }, dateText(day)), h("b", null, score !== null ? String(score) : isDealt && "–"));
      return h("li", { key: day, class: `day ${score === null ? "" : "scored"} ${day === told.today.day ? "now" : ""}` },
        isDealt ? link(`/daily/${day}`, null, shown, h("span", { class: "unseen" }, name)) : shown);
    })));
}

/** @param {Schemas["DailyDay"]} yesterday */
function yesterdaySection({ deal, entries }) {
  return h("section", { class: "sheet", key: "yesterday" },
    h("h2", null, t("daily.yesterday"), " · ", dealText(deal)),
    entries.length ? dayTable(entries, t("daily.yesterday")) : h("p", { class: "soft" }, t("daily.table.none")),
    h("p", null, link(`/daily/${deal.day}`, { class: "cell-link" }, t("daily.table.whole"))));
}

/** What is promised of today's and of tomorrow's deal. @param {Schemas["Daily"]} told */
function promiseSection({ today, tomorrow }) {
  return h("details", { class: "sheet more", key: "fair" },
    h("summary", null, h("h2", null, t("daily.fair"))),
    h("div", { class: "stack" },
      h("p", { class: "soft" }, t("daily.fair.why")),
      h("dl", { class: "stack" }, [today, tomorrow].map(({ day, commitment }) => h("div", { key: day }, h("dt", null, dayText(day)), h("dd", { class: "link-text" }, commitment))))));
}
