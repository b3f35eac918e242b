// Names that people give themselves: what the service accepts, and how a name stands in a sentence.

import { t } from "../language/texts.js";

export const MAX_NAME = 40;

/** Control and invisible characters, without those that join letters or emoji, and the tags of flags. */
const HIDDEN = /[^\P{C}\u200c\u200d\u{e0020}-\u{e007f}]/gu;

/** A name as the service takes it: without hidden characters, blanks as one space. @param {string} text */
export function cleanName(text) {
  return text.replace(/[\s\p{Z}]+/gu, " ").replace(HIDDEN, "").trim();
}

/** What is wrong with a name, in words; "" if nothing is. Its length counts in code points. @param {string} text */
export function nameProblem(text) {
  const length = [...cleanName(text)].length;
  if (!length) return t("start.name.empty");
  return length > MAX_NAME ? t("start.name.long", { max: MAX_NAME, length }) : "";
}

/** A name in a sentence: its direction of writing changes nothing around it. @param {string} name */
export function isolate(name) {
  return `\u2068${name}\u2069`;
}
