// Open a log file, verify it in the page, and replay it: /audit. It needs no account.

import { h } from "../dom.js";
import { redraw } from "../page.js";
import { loadCatalogue } from "../catalogue.js";
import { t } from "../language/texts.js";
import { startExplaining } from "../table/explain.js";
import { audit, auditResult } from "./audit_panel.js";
import { makePlayer } from "./player.js";

/** @returns {Promise<import("../page.js").Screen>} */
export async function open() {
  const cards = await loadCatalogue();
  startExplaining();
  /** @type {import("./audit_panel.js").Audit} */
  let audited = {};
  /** @type {ReturnType<typeof makePlayer> | null} */
  let player = null;
  let name = "";
  let isOver = false;

  /** @param {File | undefined} file */
  async function read(file) {
    if (!file) return;
    player?.close();
    [player, name] = [null, file.name];
    await audit(async () => new Uint8Array(await file.arrayBuffer()), cards, onChange, file.size);
  }

  /** @param {import("./audit_panel.js").Audit} next */
  function onChange(next) {
    audited = next;
    if (next.found) {
      const seats = next.found.deal.empires.map((_, seat) => seat);
      player = makePlayer(next.found.replay, { players: {}, eyes: "all", allEyes: ["all", ...seats, null] });
    }
    redraw();
  }

  const dragged = (/** @type {boolean} */ over) => (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    isOver = over;
    redraw();
  };
  const ondrop = (/** @type {DragEvent} */ event) => {
    dragged(false)(event);
    read(event.dataTransfer?.files[0]);
  };
  const onchange = (/** @type {Event} */ event) => read(/** @type {HTMLInputElement} */ (event.currentTarget).files?.[0]);

  return {
    title: () => t("audit.title"),
    view: () => h("div", { class: "replay stack", ondragover: dragged(true), ondragleave: dragged(false), ondrop },
      h("section", { class: `sheet stack wide drop ${isOver ? "over" : ""}` },
        h("h1", null, t("audit.title")),
        h("p", null, t("audit.intro")),
        h("label", { class: "field" }, h("span", null, t("audit.choose")), h("input", { type: "file", accept: ".jsonl,.ndjson,.json,.txt", onchange })),
        name && h("h2", { class: "file-name" }, name),
        auditResult(audited, player?.names.seats ?? [])),
      player?.view()),
    close: () => player?.close(),
  };
}
