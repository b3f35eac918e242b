// Each language says what English says, with the same values in it.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../../service/web/language/", import.meta.url);
const LANGUAGES = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
const PLURAL = /\.(zero|one|two|few|many|other)$/;

/** @param {string} file @returns {Record<string, string>} */
const read = (file) => JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"));
/** @param {string} text */
const valuesIn = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
/** Keys without the plural forms, which differ by language. @param {Record<string, string>} texts */
const meanings = (texts) => [...new Set(Object.keys(texts).map((key) => key.replace(PLURAL, "")))].sort();

const english = read("en.json");

for (const file of LANGUAGES) {
  const texts = read(file);

  test(`${file} has the texts of en.json and no others`, () => {
    assert.deepEqual(meanings(texts), meanings(english));
  });

  test(`${file} has a form for every number`, () => {
    const forms = new Intl.PluralRules(file.replace(".json", "")).resolvedOptions().pluralCategories;
    const plural = Object.keys(texts).filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, ""));
    for (const key of new Set(plural)) {
      for (const form of forms.filter((each) => each !== "many")) assert.ok(`${key}.${form}` in texts, `${key}.${form}`);
    }
  });

  test(`${file} speaks of the same values as en.json`, () => {
    for (const [key, text] of Object.entries(texts)) {
      const known = english[key] ?? english[key.replace(PLURAL, ".other")];
      if (known === undefined || key.endsWith(".one")) continue; // "one" may go without its number
      assert.deepEqual(valuesIn(text), valuesIn(known), key);
    }
  });

  test(`${file} is in the order of its keys, so that a diff shows one text`, () => {
    assert.deepEqual(Object.keys(texts), Object.keys(texts).sort());
  });
}
