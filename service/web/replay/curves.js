// Curves: a line for each seat, with a cursor.

import { h } from "../dom.js";

const [WIDTH, HEIGHT] = [600, 120];
/** How the line of each seat is dashed, so that colour is not alone. */
const DASHES = ["", "9 4", "3 3", "12 3 3 3", "1 4"];

/**
 * A chart of a number for each seat.
 *
 * @param {{ title: string, names: string[], values: number[][], at: number, label: (at: number) => string, isStepped?: boolean }} chart
 *   `values`: `[seat][place]`; `at`: the place of the cursor; `label`: what the place is called; `isStepped`: the lines are level
 *   until they change.
 */
export function curves({ title, names, values, at, label, isStepped = true }) {
  const most = Math.max(1, ...values.map((line) => line.reduce((one, other) => Math.max(one, other), 0)));
  const places = Math.max(1, (values[0]?.length ?? 1) - 1);
  const here = names.map((name, seat) => `${name}: ${values[seat]?.[at] ?? 0}`).join(", ");
  return h("figure", { class: "curves" },
    h("figcaption", null, title),
    h("svg", { class: "curve-lines", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `${title}. ${label(at)}. ${here}` },
      ...values.map((line, seat) => h("path", { class: `curve seat-${seat}`, d: pathOf(line, most, isStepped), "stroke-dasharray": DASHES[seat] || null })),
      h("line", { class: "curve-cursor", x1: (at / places) * WIDTH, x2: (at / places) * WIDTH, y1: 0, y2: HEIGHT })),
    h("ul", { class: "legend" }, names.map((name, seat) => h("li", { key: seat },
      h("svg", { class: "legend-line", viewBox: "0 0 30 10", "aria-hidden": "true" }, h("line", { class: `curve seat-${seat}`, x1: 0, x2: 30, y1: 5, y2: 5, "stroke-dasharray": DASHES[seat] || null })),
      h("span", { class: "legend-name" }, name), h("b", null, String(values[seat]?.[at] ?? 0))))));
}

/** @type {WeakMap<number[], string>} */
const paths = new WeakMap();

/** The path of a line. @param {number[]} line @param {number} most @param {boolean} isStepped */
function pathOf(line, most, isStepped) {
  const known = paths.get(line);
  if (known) return known;
  const x = (/** @type {number} */ at) => round((at / Math.max(1, line.length - 1)) * WIDTH);
  const y = (/** @type {number} */ value) => round(HEIGHT - 3 - (value / most) * (HEIGHT - 6));
  let path = `M0 ${y(line[0] ?? 0)}`;
  line.forEach((value, at) => {
    if (at && !isStepped) path += `L${x(at)} ${y(value)}`;
    else if (at && value !== line[at - 1]) path += `H${x(at)}V${y(value)}`;
  });
  path += `H${WIDTH}`;
  paths.set(line, path);
  return path;
}

/** @param {number} number */
const round = (number) => Math.round(number * 10) / 10;
