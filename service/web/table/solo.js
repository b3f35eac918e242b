// What only a solo game has: pools, sequences, and the cards that a scenario requires.

import { h } from "../dom.js";
import { nameOf } from "../catalogue.js";
import { t } from "../language/texts.js";

const SIGNS = /** @type {Record<string, string>} */ ({ constructed: "✓", under_construction: "…", missing: "✕" });

/** The required cards of a scenario with their states, and what is left of a solo game. @param {import("./seats.js").View} view */
export function required(view) {
  if (view.mode === "standard") return null;
  return h("section", { class: "zone solo", key: "solo", "aria-label": t("play.solo") },
    h("p", { class: "row" },
      view.sequence && h("span", { class: "pill" }, t("play.sequence", { n: view.sequence, all: 2 })),
      h("span", { class: "pill" }, t("play.pools", { n: view.pools_left ?? 0 })),
      h("span", { class: "pill" }, t("play.deck", { n: view.deck_size }))),
    view.required && h("ul", { class: "row required", "aria-label": t("play.required") }, view.required.map(({ design, state }) =>
      h("li", { class: `pill ${state}`, key: design }, h("b", { "aria-hidden": "true" }, SIGNS[state] ?? ""), nameOf(design), h("span", { class: "unseen" }, t(`play.required.${state}`))))));
}
