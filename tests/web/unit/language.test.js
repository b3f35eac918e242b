// Each language says what English says, with the same values in it.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../../service/web/language/", import.meta.url);
const LANGUAGES = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
/** @param {string} file @returns {Record<string, string>} */
const read = (file) => JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"));
const english = read("en.json");
/** What English says for one and for many. */
const PLURALS = Object.keys(english).filter((key) => key.endsWith(".one")).map((key) => key.slice(0, -".one".length));
/** A key without its plural form, which differs by language. @param {string} key */
const meaning = (key) => PLURALS.find((plural) => key.startsWith(`${plural}.`) && !key.slice(plural.length + 1).includes(".")) ?? key;
/** @param {Record<string, string>} texts */
const meanings = (texts) => [...new Set(Object.keys(texts).map(meaning))].sort();
/** @param {string} text */
const valuesIn = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

for (const file of LANGUAGES) {
  const texts = read(file);

  test(`${file} has the texts of en.json and no others`, () => {
    assert.deepEqual(meanings(texts), meanings(english));
  });

  test(`${file} has a form for every number`, () => {
    const forms = new Intl.PluralRules(file.replace(".json", "")).resolvedOptions().pluralCategories;
    for (const plural of PLURALS) {
      for (const form of forms.filter((each) => each !== "many")) assert.ok(`${plural}.${form}` in texts, `${plural}.${form}`);
    }
  });

  test(`${file} speaks of the same values as en.json`, () => {
    for (const [key, text] of Object.entries(texts)) {
      const known = english[key] ?? english[`${meaning(key)}.other`];
      if (!key.endsWith(".one")) assert.deepEqual(valuesIn(text), valuesIn(known), key); // "one" may go without its number
    }
  });

  test(`${file} is in the order of its keys, so that a diff shows one text`, () => {
    assert.deepEqual(Object.keys(texts), Object.keys(texts).sort());
  });
}
