// The start of the page.

import { h } from "../dom.js";
import { t } from "../language/texts.js";

/** @returns {import("../page.js").Screen} */
export function open() {
  return { title: () => "", view: () => h("h1", null, t("page.name")), close() {} };
}
