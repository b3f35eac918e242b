// The palette of page.css, by day and by night: text has the contrast of WCAG 2.2 AA on whatever it stands.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const AA = 4.5;
const SURFACES = ["ground", "well", "sheet", "raised", "accent-soft"];
const TEXTS = ["ink", "soft", "accent", "good", "warn", "bad", "brass"];
/** What else stands on what. */
const PAIRS = [["on-accent", "accent"], ["ground", "ink"], ["sheet", "good"], ["sheet", "warn"], ["sheet", "bad"], ["on-felt", "felt"], ["on-felt", "felt-edge"]];

const css = readFileSync(new URL("../../../service/web/styles/page.css", import.meta.url), "utf-8");

/** A colour by day and by night. @param {string} name @returns {string[]} */
function coloursOf(name) {
  const found = new RegExp(`--${name}: (?:light-dark\\((#\\w+), (#\\w+)\\)|(#\\w+));`).exec(css);
  assert.ok(found, `page.css has no colour --${name}`);
  const [, day = found[3], night = found[3]] = found;
  return [String(day), String(night)];
}

/** Relative luminance of sRGB. @param {string} colour such as `#fff` or `#14263d` */
function luminance(colour) {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : colour.slice(1).match(/../g) ?? [];
  const [red = 0, green = 0, blue = 0] = digits.map((pair) => {
    const part = parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

for (const [at, time] of ["day", "night"].entries()) {
  test(`by ${time}, each colour of text can be read on each surface`, () => {
    const pairs = [...SURFACES.flatMap((surface) => TEXTS.map((text) => [text, surface])), ...PAIRS];
    const faint = pairs.map(([text = "", surface = ""]) => `${text} on ${surface}: ${contrast(coloursOf(text)[at] ?? "", coloursOf(surface)[at] ?? "").toFixed(2)}`)
      .filter((line) => Number(line.split(": ")[1]) < AA);
    assert.deepEqual(faint, []);
  });
}
