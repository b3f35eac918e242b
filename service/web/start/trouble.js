// Screens for what cannot be shown: an address that the page does not know, and trouble on the way.

import { h } from "../dom.js";
import { link } from "../page.js";
import { Offline, Problem } from "../client.js";
import { t } from "../language/texts.js";

/** @returns {import("../page.js").Screen} */
export function notFound() {
  return message(t("trouble.not_found"), t("trouble.not_found.why"));
}

/** The screen for an error. @param {Error} error @param {() => void} again @returns {import("../page.js").Screen} */
export function broken(error, again) {
  const retry = h("button", { class: "button", onclick: again }, t("trouble.again"));
  if (error instanceof Offline) return message(t("trouble.offline"), t("trouble.offline.why"), retry);
  if (error instanceof Problem) return refused(error, retry);
  console.error(error);
  return message(t("trouble.error"), t("trouble.error.why"), h("button", { class: "button", onclick: () => location.reload() }, t("trouble.reload")));
}

/** @param {Problem} problem @param {import("../dom.js").Child} retry */
function refused(problem, retry) {
  if (problem.status === 401) return message(t("trouble.token"), problemText(problem), link("/me", { class: "button" }, t("trouble.recover")));
  return message(t(problem.status === 404 ? "trouble.not_found" : "trouble.refused"), problemText(problem), retry);
}

/** What a refusal means to a person. @param {Problem} problem */
export function problemText(problem) {
  if (problem.status === 401) return t("trouble.account");
  return problem.code === "no_such_game" ? t("trouble.no_game") : problem.message;
}

/** @param {string} title @param {string} text @param {...import("../dom.js").Child} actions @returns {import("../page.js").Screen} */
function message(title, text, ...actions) {
  return {
    title: () => title,
    view: () => h("section", { class: "sheet narrow" },
      h("h1", null, title), h("p", null, text),
      h("p", { class: "row" }, ...actions, link("/", { class: "button quiet" }, t("trouble.home")))),
    close() {},
  };
}
