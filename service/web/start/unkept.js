// A browser that stores nothing: who plays there is told that the account will be lost, and how to save it.

import { h } from "../dom.js";
import { link } from "../page.js";
import { isUnkept } from "../account.js";
import { remembers } from "../settings.js";
import { t } from "../language/texts.js";

/** Before there is an account; null in a browser that keeps it. */
export function unkeptWarning() {
  return remembers() ? null : h("p", { class: "notice", key: "unkept" }, t("unkept.before"));
}

/** While there is one, on all screens; null if the browser keeps it. */
export function unkeptNotice() {
  return isUnkept() ? h("p", { class: "notice row", key: "unkept", role: "status" }, h("span", null, t("unkept.account")), link("/me", { class: "button quiet small" }, t("unkept.save"))) : null;
}
