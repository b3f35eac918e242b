// Curves: a line for each seat, with a cursor.

import { h } from "../dom.js";

const [WIDTH, HEIGHT] = [600, 120];
/** Half the length of a mark. */
const MARK = 12;
/** How the line of each seat is dashed, so that colour is not alone. */
const DASHES = ["", "9 4", "3 3", "12 3 3 3", "1 4"];

/**
 * A chart of a number for each seat.
 *
 * @param {{ title: string, names: string[], values: number[][], at: number, label: (at: number) => string, isStepped?: boolean, marks?: { seat: number, at: number }[] }} chart
 *   `values`: `[seat][place]`; `at`: the place of the cursor; `label`: what the place is called; `isStepped`: the lines are level
 *   until they change; `marks`: places on the lines that stand out.
 */
export function curves({ title, names, values, at, label, isStepped = true, marks = [] }) {
  const most = Math.max(1, ...values.map((line) => line.reduce((one, other) => Math.max(one, other), 0)));
  const least = Math.min(0, ...values.map((line) => line.reduce((one, other) => Math.min(one, other), 0)));
  const places = Math.max(1, (values[0]?.length ?? 1) - 1);
  const here = names.map((name, seat) => `${name}: ${values[seat]?.[at] ?? 0}`).join(", ");
  return h("figure", { class: "curves" },
    h("figcaption", null, title),
    h("svg", { class: "curve-lines", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `${title}. ${label(at)}. ${here}` },
      ...values.map((line, seat) => h("path", { class: `curve seat-${seat}`, d: pathOf(line, least, most, isStepped), "stroke-dasharray": DASHES[seat] || null })),
      least < 0 && h("line", { class: "curve-zero", x1: 0, x2: WIDTH, y1: heightOf(0, least, most), y2: heightOf(0, least, most) }),
      ...marks.map((mark) => markOf(mark, round((mark.at / places) * WIDTH), heightOf(values[mark.seat]?.[mark.at] ?? 0, least, most))),
      h("line", { class: "curve-cursor", x1: (at / places) * WIDTH, x2: (at / places) * WIDTH, y1: 0, y2: HEIGHT })),
    h("ul", { class: "legend" }, names.map((name, seat) => h("li", { key: seat },
      h("svg", { class: "legend-line", viewBox: "0 0 30 10", "aria-hidden": "true" }, h("line", { class: `curve seat-${seat}`, x1: 0, x2: 30, y1: 5, y2: 5, "stroke-dasharray": DASHES[seat] || null })),
      h("span", { class: "legend-name" }, name), h("b", null, String(values[seat]?.[at] ?? 0))))));
}

/** @type {WeakMap<number[], string>} */
const paths = new WeakMap();

/** A stroke across the line of a seat: the picture is stretched, and a dot would be, too. @param {{ seat: number, at: number }} mark @param {number} x @param {number} y */
const markOf = ({ seat, at }, x, y) => h("line", { key: `${seat} ${at}`, class: `curve-mark seat-${seat}`, x1: x, x2: x, y1: y - MARK, y2: y + MARK });

/** How far from the top a value lies. @param {number} value @param {number} least @param {number} most */
const heightOf = (value, least, most) => round(HEIGHT - 3 - ((value - least) / (most - least)) * (HEIGHT - 6));

/** The path of a line. @param {number[]} line @param {number} least @param {number} most @param {boolean} isStepped */
function pathOf(line, least, most, isStepped) {
  const known = paths.get(line);
  if (known) return known;
  const x = (/** @type {number} */ at) => round((at / Math.max(1, line.length - 1)) * WIDTH);
  const y = (/** @type {number} */ value) => heightOf(value, least, most);
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
