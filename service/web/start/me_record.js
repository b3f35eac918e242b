// The record: rating and statistics, and the finished games.

import { h } from "../dom.js";
import { link, redraw } from "../page.js";
import { account } from "../account.js";
import { client, request } from "../api.js";
import { catalogue } from "../catalogue.js";
import { t } from "../language/texts.js";
import { empireName, skylines } from "./empires.js";
import { dateText, gameName, seatOf } from "./words.js";

/** @typedef {import("../types.js").Schemas} Schemas */
/** @typedef {import("../types.js").Summary} Summary */
/** @typedef {{ games: Summary[], next: string }} MyRecord `next`: the address of the next page, "" after the last one */

/** @returns {MyRecord} */
export function newRecord() {
  return { games: [], next: "/v1/games?player=me&status=finished&limit=20" };
}

/** Read one more page of finished games. @param {MyRecord} record @param {AbortSignal} [signal] */
export async function readRecord(record, signal) {
  const first = newRecord().next;
  const { body, headers } = await request("GET", record.next || first, { signal });
  const known = new Set(record.games.map(({ id }) => id));
  record.games.push(...body.filter((/** @type {Summary} */ game) => !known.has(game.id)));
  record.next = client.nextPage(headers);
  redraw();
}

/** The name and the figures of an account, before the world. @param {Schemas["Account"]} me */
export function recordHead({ name, rating, statistics }) {
  return h("header", { class: "me-head", key: "title" },
    h("h1", null, h("bdi", null, name)),
    h("dl", { class: "figures" }, figure(t("me.rating"), rating ? rating.points : "–"), figure(t("me.games"), statistics.finished), figure(t("me.won"), statistics.won)),
    skylines());
}

/** @param {import("./me.js").MeState} state */
export function recordSection({ statistics, record }) {
  return h("section", { class: "sheet", key: "record" },
    h("h2", null, t("me.record")),
    statistics && statisticsTable(statistics.modes.filter((mode) => mode.games)),
    h("h3", { key: "history" }, t("me.history")),
    record.games.length ? h("div", { class: "scroll", key: "list" }, historyTable(record.games)) : h("p", { class: "soft", key: "none" }, t("me.history.none")),
    link("/explorer", { key: "explorer" }, t("explorer.link")),
    record.next && record.games.length > 0 && h("button", { class: "button quiet", key: "next", onclick: () => readRecord(record) }, t("me.history.more")));
}

/** @param {string} name @param {string | number} value */
function figure(name, value) {
  return h("div", { class: "figure", key: name }, h("dt", null, name), h("dd", null, String(value)));
}

/** @param {Schemas["ModeStatistics"][]} modes */
function statisticsTable(modes) {
  if (!modes.length) return null;
  return h("table", { class: "facts", key: "statistics" },
    h("thead", null, h("tr", null, ["me.mode", "me.games", "me.won", "me.mean", "me.best", "me.empire"].map((key) => h("th", { key, scope: "col" }, t(key))))),
    h("tbody", null, modes.map((mode) => h("tr", { key: mode.mode },
      h("th", { scope: "row" }, t(`me.mode.${mode.mode}`)),
      cell("me.games", mode.games),
      cell("me.won", mode.outcomes.won + mode.outcomes.shared),
      cell("me.mean", mode.mean_score === null ? "–" : Math.round(mode.mean_score)),
      cell("me.best", mode.best_score ?? "–"),
      cell("me.empire", mode.favourite_empire ? empireName(mode.favourite_empire) : "–")))));
}

/** A cell, whose column a phone shows beside it. @param {string} key @param {string | number} value */
function cell(key, value) {
  return h("td", { key, "data-column": t(key) }, String(value));
}

/** @param {Summary[]} games */
function historyTable(games) {
  return h("table", { class: "facts" },
    h("thead", null, h("tr", null, ["me.date", "me.game", "me.score", "me.result", "me.open"].map((key) => h("th", { key, scope: "col" }, t(key))))),
    h("tbody", null, games.map((game) => {
      const seat = seatOf(game, account()?.id);
      return h("tr", { key: game.id },
        h("td", { key: "date", "data-column": t("me.date") }, dateText(/** @type {string} */ (game.ended_at))),
        h("th", { key: "game", scope: "row" }, gameName(game, account()?.id)),
        cell("me.score", game.scores?.join(" : ") ?? "–"),
        h("td", { key: "result", "data-column": t("me.result") }, resultText(game, game.seats[seat])),
        h("td", { key: "open", class: "row" },
          link(`/games/${game.id}`, { class: "cell-link", "aria-label": t("me.open.table.name", { game: gameName(game, account()?.id) }) }, t("me.open.table")),
          link(`/replay/${game.id}`, { class: "cell-link", "aria-label": t("me.open.replay.name", { game: gameName(game, account()?.id) }) }, t("me.open.replay"))));
    })));
}

/** @param {Summary} game @param {Summary["seats"][number] | undefined} seat */
function resultText(game, seat) {
  const award = seat?.result === "lost" && game.medal !== "lost" ? "" : game.rank ? nameIn("ranks", game.rank) : game.medal ? nameIn("medals", game.medal) : "";
  const title = award || (seat?.result ? t(`me.result.${seat.result}`) : "–");
  return game.assisted ? `${title} (${t("me.assisted")})` : title;
}

/** @param {"ranks" | "medals"} list @param {string} id */
function nameIn(list, id) {
  return catalogue()?.[list].find((each) => each.id === id)?.name ?? id;
}
