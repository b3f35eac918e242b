// Who follows a link to a puzzle and has no account yet.

import { h } from "../dom.js";
import { go, redraw } from "../page.js";
import { t } from "../language/texts.js";
import { once } from "../start/fields.js";
import { ensureAccount, nameField, newName } from "../start/name_field.js";

/** For those who have no account yet: a name is enough. @param {string} path @returns {import("../page.js").Screen} */
export function welcome(path) {
  const state = newName();
  const begin = once(async () => {
    if (await ensureAccount(state)) go(path, { replace: true });
  }, redraw);
  return {
    title: () => t("puzzle.title"),
    view: () => h("section", { class: "sheet narrow stack" },
      h("h1", null, t("puzzles.title")), h("p", null, t("puzzles.what")),
      nameField(state),
      h("button", { class: "button", type: "button", onclick: begin.run, "aria-disabled": begin.isBusy ? "true" : null }, t("puzzle.begin"))),
    close() {},
  };
}
