// The words of the page, in the user's language. Each language is one flat file, which a translator can edit.

import { language } from "../settings.js";

/** @type {Record<string, string>} */
let texts = {};
let plurals = new Intl.PluralRules("en");
let lists = new Intl.ListFormat("en");
let edition = 0;

/** Load the texts of the user's language. */
export async function loadTexts() {
  const chosen = language();
  texts = await (await fetch(new URL(`./${chosen}.json`, import.meta.url))).json();
  plurals = new Intl.PluralRules(chosen);
  lists = new Intl.ListFormat(chosen);
  document.documentElement.lang = chosen;
  edition++;
}

/** Counts the changes of the language: what was made in an older edition holds words of another language. */
export function textEdition() {
  return edition;
}

/**
 * A text. `{name}` in it stands for a value.
 *
 * With a number `n` among the values, the forms `<key>.one` and `<key>.other` are for one and for many.
 *
 * @param {string} key @param {Record<string, string | number>} [values] @returns {string}
 */
export function t(key, values = {}) {
  const text = texts[key] ?? (typeof values.n === "number" ? texts[`${key}.${plurals.select(values.n)}`] ?? texts[`${key}.other`] : undefined);
  if (text?.includes("{") === false) return text;
  return (text ?? key).replace(/\{(\w+)\}/g, (found, name) => (name in values ? String(values[name]) : found));
}

/** Words as one list: `Ada, Ben and Cleo`. @param {string[]} words */
export const enumerate = (words) => lists.format(words);

/** Whether there is a text of this key. @param {string} key */
export function hasText(key) {
  return key in texts;
}
