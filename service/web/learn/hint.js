// A hint at the table: what the strongest bot would do in one's place, and why. It sees what the player sees.

import { h } from "../dom.js";
import { Offline, Problem } from "../client.js";
import { redraw } from "../page.js";
import { t } from "../language/texts.js";
import { ownSeat } from "../table/rules.js";
import { askStrategy } from "./ask.js";
import { doText, whyTexts } from "./why.js";

/** The strongest one. Where it has not learned, it says who plays instead. */
const STRATEGY = "master";

/** @typedef {{ about: string, decision: import("./ask.js").Decision | null, trouble: string, isAsking: boolean }} Hint */

/** The hints of a table. @param {AbortSignal} signal ends them */
export function makeHints(signal) {
  /** @type {Hint | null} */
  let hint = null;

  /** Ask for a hint, once for a view. @param {import("../types.js").View} view */
  async function ask(view) {
    if (hint?.isAsking && hint.about === situationOf(view)) return;
    const asked = { about: situationOf(view), decision: null, trouble: "", isAsking: true };
    show(asked);
    try {
      const decision = await askStrategy(STRATEGY, view, signal);
      if (hint === asked) show({ ...asked, decision, trouble: decision ? "" : t("hint.failed"), isAsking: false });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem || error instanceof Offline)) throw error;
      if (hint === asked) show({ ...asked, trouble: error instanceof Problem ? error.message : t("hint.failed"), isAsking: false });
    }
  }

  /** @param {Hint | null} next */
  function show(next) {
    hint = next;
    redraw();
  }

  return {
    ask,
    /** The hint, as long as it is about what the player sees now. @param {import("../types.js").View} view @returns {import("../dom.js").Child} */
    bar(view) {
      if (!hint || hint.about !== situationOf(view)) return null;
      const { decision, trouble, isAsking } = hint;
      return h("section", { class: "coach hint", key: "hint", "aria-label": t("hint.title") },
        h("div", { class: "coach-advice", key: "advice" },
          h("h2", null, t("hint.title")),
          h("div", { role: "status", class: "coach-text" },
            isAsking && h("p", { class: "soft" }, t("hint.asking")),
            trouble && h("p", null, trouble),
            decision && h("p", { class: "coach-do" }, doText(decision.intention)),
            decision && h("ul", { class: "hint-why" }, whyTexts(decision).map((each) => h("li", { class: "soft" }, each))))),
        h("button", { type: "button", class: "chip close", key: "close", "aria-label": t("hint.close"), onclick: () => show(null) }, "✕"));
    },
  };
}

/** What a hint is about: the player's own part of the view, and the step. @param {import("../types.js").View} view */
function situationOf(view) {
  const { round, phase, step, sequence, hand, picked, candidates } = view;
  return JSON.stringify([round, phase, step, sequence, hand, picked, candidates, ownSeat(view)]);
}
