// Curves: a line for each seat over a scale, with a cursor.

import { h } from "../dom.js";
import { t } from "../language/texts.js";
import { remembered } from "../remembered.js";

const [WIDTH, HEIGHT] = [600, 120];
/** How far the extremes stay from the edges. */
const MARGIN = 8;
/** More lines than these are no scale. */
const MAX_LEVELS = 6;
/** Half the length of a mark. */
const MARK = 12;
/** The place where a round begins or ends. @typedef {{ at: number, round: number }} Tick */
/** @typedef {{ seat: number, at: number }} Mark */
/** How the line of each seat is dashed, so that colour is not alone. */
const DASHES = ["", "9 4", "3 3", "12 3 3 3", "1 4"];

/**
 * A chart of a number for each seat.
 *
 * @param {{ title: string, names: string[], values: number[][], at: number, label: (at: number) => string, isStepped?: boolean, marks?: Mark[], ticks: Tick[] }} chart
 *   `values`: `[seat][place]`; `at`: the place of the cursor; `label`: what the place is called; `isStepped`: the lines are level
 *   until they change; `marks`: places on the lines that stand out; `ticks`: places with the number of a round below them.
 */
export function curves({ title, names, values, at, label, isStepped = true, marks = [], ticks }) {
  const here = names.map((name, seat) => `${name}: ${values[seat]?.[at] ?? 0}`).join(", ");
  return h("figure", { class: "curves" },
    h("figcaption", null, title),
    h("div", { class: "curve-frame", role: "img", "aria-label": `${title}. ${label(at)}. ${here}` },
      chart(values, ticks, marks, isStepped),
      h("i", { class: "curve-cursor", style: { left: `${(100 * at) / placesOf(values)}%` } })),
    h("ul", { class: "legend" }, names.map((name, seat) => h("li", { key: seat },
      h("svg", { class: "legend-line", viewBox: "0 0 30 10", "aria-hidden": "true" }, h("line", { class: `curve seat-${seat}`, x1: 0, x2: 30, y1: 5, y2: 5, "stroke-dasharray": DASHES[seat] || null })),
      h("span", { class: "legend-name" }, name), h("b", null, String(values[seat]?.[at] ?? 0))))));
}

/** What stays while the cursor moves. */
const chart = remembered((/** @type {number[][]} */ values, /** @type {Tick[]} */ ticks, /** @type {Mark[]} */ marks, /** @type {boolean} */ isStepped) => {
  const most = Math.max(1, ...values.map((line) => line.reduce((one, other) => Math.max(one, other), 0)));
  const least = Math.min(0, ...values.map((line) => line.reduce((one, other) => Math.min(one, other), 0)));
  const y = (/** @type {number} */ value) => round(HEIGHT - MARGIN - ((value - least) / (most - least)) * (HEIGHT - 2 * MARGIN));
  const share = (/** @type {number} */ place) => place / placesOf(values);
  const levels = levelsOf(least, most);
  return h("div", { class: "curve-chart", key: "chart" },
    h("svg", { class: "curve-lines", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none" },
      ticks.map((tick) => h("line", { class: "curve-level", x1: WIDTH * share(tick.at), x2: WIDTH * share(tick.at), y1: 0, y2: HEIGHT })),
      levels.map((level) => h("line", { class: level ? "curve-level" : "curve-zero", x1: 0, x2: WIDTH, y1: y(level), y2: y(level) })),
      values.map((line, seat) => h("path", { class: `curve seat-${seat}`, d: pathOf(line, y, isStepped), "stroke-dasharray": DASHES[seat] || null })),
      marks.map((mark) => markOf(mark, round(WIDTH * share(mark.at)), y(values[mark.seat]?.[mark.at] ?? 0)))),
    levels.map((level) => h("span", { class: "curve-value", style: { top: `${(100 * y(level)) / HEIGHT}%` } }, String(level))),
    ticks.map((tick) => h("span", { class: "curve-tick", style: { left: `${100 * share(tick.at)}%` } }, tick.round === 1 ? t("replay.round", { round: 1 }) : String(tick.round))));
});

/** How many steps a chart is wide. @param {number[][]} values */
const placesOf = (values) => Math.max(1, (values[0]?.length ?? 1) - 1);

/** A stroke across the line of a seat: the picture is stretched, and a dot would be, too. @param {Mark} mark @param {number} x @param {number} y */
const markOf = ({ seat, at }, x, y) => h("line", { key: `${seat} ${at}`, class: `curve-mark seat-${seat}`, x1: x, x2: x, y1: y - MARK, y2: y + MARK });

/** Round numbers between the extremes, zero among them. @param {number} least at most 0 @param {number} most at least 1 */
export function levelsOf(least, most) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => (most - least) / each < MAX_LEVELS) ?? most - least;
  return Array.from({ length: Math.floor(most / step) - Math.ceil(least / step) + 1 }, (_, at) => (Math.ceil(least / step) + at) * step);
}

/** The path of a line. @param {number[]} line @param {(value: number) => number} y @param {boolean} isStepped */
function pathOf(line, y, isStepped) {
  const x = (/** @type {number} */ at) => round((at / Math.max(1, line.length - 1)) * WIDTH);
  let path = `M0 ${y(line[0] ?? 0)}`;
  line.forEach((value, at) => {
    if (at && !isStepped) path += `L${x(at)} ${y(value)}`;
    else if (at && value !== line[at - 1]) path += `H${x(at)}V${y(value)}`;
  });
  return `${path}H${WIDTH}`;
}

/** @param {number} number */
const round = (number) => Math.round(number * 10) / 10;
