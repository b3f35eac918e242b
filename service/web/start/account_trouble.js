// The account of this browser does not work any more: what happened, and what to do.

import { h } from "../dom.js";
import { link } from "../page.js";
import { forget } from "../account.js";
import { t } from "../language/texts.js";

/** @param {() => void} onForget */
export function accountTrouble(onForget) {
  /** Begin anew. */
  const start = () => {
    forget();
    onForget();
  };
  return h("section", { class: "sheet trouble", role: "alert", key: "trouble" },
    h("h2", null, t("trouble.token")),
    h("p", null, t("trouble.account")),
    h("p", { class: "row" },
      link("/me", { class: "button" }, t("trouble.recover")),
      h("button", { class: "button quiet", onclick: start }, t("trouble.new_account"))));
}
