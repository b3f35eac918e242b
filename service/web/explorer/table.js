// A table of the explorer. Each column has a button that sorts by it.

import { h } from "../dom.js";
import { designOf, empireName, nameOf } from "../catalogue.js";
import { describe } from "../cards/describe.js";
import { symbol } from "../cards/symbols.js";
import { language } from "../settings.js";
import { t } from "../language/texts.js";
import { leadPicture, placesPicture, shareBar } from "./pictures.js";
import { boundsOf, COLUMNS, resultOf, sorted } from "./rows.js";

/** @typedef {import("./rows.js").Table} Table */
/** @typedef {import("./rows.js").Sort} Sort */
/** @typedef {import("./rows.js").Result} Result */

/**
 * @param {Table} table @param {any[]} rows @param {Result} seats of all seats, to compare with @param {Sort} sort
 * @param {(sort: Sort) => void} onSort
 */
export function explorerTable(table, rows, seats, sort, onSort) {
  const bounds = boundsOf(rows.map((row) => resultOf(table, row)));
  const title = t(`explorer.table.${table}`);
  return h("div", { class: "explorer-scroll", tabindex: 0, role: "region", "aria-label": title, key: table },
    h("table", { class: `explorer-table ${table}` },
      h("caption", { class: "unseen" }, title),
      h("thead", null, h("tr", null, COLUMNS[table].map((column, at) => (at ? sortHead(column, sort, onSort) : h("th", { key: column, scope: "col" }, t(`explorer.${column}`)))))),
      h("tbody", null, sorted(rows, table, sort).map((row) => h("tr", { key: keyOf(row) },
        COLUMNS[table].map((column, at) => (at ? cell(table, column, row, bounds, seats.mean) : h("th", { key: column, scope: "row" }, nameCell(row)))))))));
}

/** @param {string} column @param {Sort} sort @param {(sort: Sort) => void} onSort */
function sortHead(column, sort, onSort) {
  const isSorted = sort.column === column;
  const onclick = () => onSort({ column, isUp: isSorted && !sort.isUp });
  return h("th", { key: column, scope: "col", "aria-sort": isSorted ? (sort.isUp ? "ascending" : "descending") : null },
    h("button", { class: "sort", type: "button", onclick }, t(`explorer.${column}`), h("span", { class: "sort-mark", "aria-hidden": "true" }, isSorted ? (sort.isUp ? "▲" : "▼") : "")));
}

/** @param {any} row */
const keyOf = (row) => row.card ?? `${row.empire} ${row.cards.join(" ")}`;

/** What a row is about: a card, an empire, or two of them. @param {any} row */
function nameCell(row) {
  const cards = row.card ? [row.card] : row.cards;
  return [
    row.empire && h("span", { key: "empire", class: "explorer-name" }, symbol("empire"), empireName(row.empire)),
    ...cards.map((/** @type {string} */ card) => h("span", { key: card, class: `explorer-name ${designOf(card).type}`, title: describe(card) }, symbol(designOf(card).type, "card-type"), nameOf(card)))];
}

/** @param {Table} table @param {string} column @param {any} row @param {[number, number]} bounds @param {number | null} usual */
function cell(table, column, row, bounds, usual) {
  const result = resultOf(table, row);
  const td = (/** @type {string | null} */ name, /** @type {import("../dom.js").Child} */ value) => h("td", { key: column, class: name, "data-column": t(`explorer.${column}`) }, value);
  if (column === "rate") return td(null, [shareBar(row.rate, row.rate_interval), row.rate_interval ? percent(row.rate) : h("span", { class: "soft" }, t("explorer.of", { part: row.picked, whole: row.seen }))]);
  if (column === "places") return td(null, [placesPicture(row.places), h("span", { class: "unseen" }, placesText(row.places))]);
  if (column === "won") return td(null, result.enough ? percent(result.won) : few());
  if (column === "lead") return td("lead-cell", leadCell(result, bounds, usual));
  const value = column === "cases" ? result.cases : row[column];
  return td("number", value === null ? "–" : number(value));
}

/** A lead with its picture and its interval. @param {Result} result @param {[number, number]} bounds @param {number | null} usual */
export function leadCell({ mean, mean_interval: interval, enough }, bounds, usual) {
  if (!enough || mean === null || !interval) return few();
  return [leadPicture(mean, interval, bounds, usual), h("b", { key: "mean" }, signed(mean)),
    h("span", { class: "soft", key: "interval" }, t("explorer.interval", { low: signed(interval[0] ?? 0), high: signed(interval[1] ?? 0) }))];
}

const few = () => h("span", { class: "soft" }, t("explorer.few"));

/** @param {import("./rows.js").Card["places"]} places */
function placesText(places) {
  return places.filter(({ seen }) => seen).map(({ place, seen, picked }) => t("explorer.at_place", { place, share: percent(picked / seen) })).join(", ");
}

/** @param {number | null} share */
export const percent = (share) => new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(share ?? 0);

/** @param {number} value */
export const number = (value) => new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(value);

/** @param {number} value */
export const signed = (value) => new Intl.NumberFormat(language(), { maximumFractionDigits: 1, minimumFractionDigits: 1, signDisplay: "exceptZero" }).format(value);
