// Open a log file, verify it in the page, and replay it: /audit. It needs no account.

import { h } from "../dom.js";
import { redraw } from "../page.js";
import { loadCatalogue } from "../catalogue.js";
import { t } from "../language/texts.js";
import { startExplaining } from "../table/explain.js";
import { holdAgainst, keysOf, kindOf } from "../audit/signed.js";
import { get } from "../api.js";
import { audit, auditResult, signedResult } from "./audit_panel.js";
import { makePlayer } from "./player.js";

const MAX_SIGNED_BYTES = 1 << 17;

/** The keys that this service names; a file with keys counts instead. */
const serviceKeys = async () => keysOf(await get("/v1/keys"));

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
  /** @type {import("../audit/signed.js").TextFile[]} */
  let files = [];
  /** @type {import("../audit/signed.js").Outcome[]} */
  let signed = [];
  /** @type {import("../audit/notes.js").Key[] | null} */
  let keys = null;

  /** @param {FileList | null | undefined} chosen */
  async function read(chosen) {
    for (const file of chosen ?? []) {
      const text = file.size <= MAX_SIGNED_BYTES ? await file.text() : "";
      const kind = kindOf(text);
      if (kind === "log") await readLog(file);
      else if (kind === "keys") keys = await keysOf(JSON.parse(text)).catch(() => keys);
      else files = [...files.filter((each) => each.name !== file.name), { name: file.name, text }];
    }
    if (files.length) signed = await holdAgainst(files, audited.found?.log ?? null, (keys ??= await serviceKeys()));
    redraw();
  }

  /** @param {File} file */
  async function readLog(file) {
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
    read(event.dataTransfer?.files);
  };
  const onchange = (/** @type {Event} */ event) => read(/** @type {HTMLInputElement} */ (event.currentTarget).files);

  return {
    title: () => t("audit.title"),
    view: () => h("div", { class: "replay stack", ondragover: dragged(true), ondragleave: dragged(false), ondrop },
      h("section", { class: `sheet stack wide drop ${isOver ? "over" : ""}` },
        h("h1", null, t("audit.title")),
        h("p", null, t("audit.intro")),
        h("label", { class: "field" }, h("span", null, t("audit.choose")), h("input", { type: "file", multiple: true, accept: ".jsonl,.ndjson,.json,.txt,.tlog-proof", onchange })),
        h("p", { class: "soft" }, t("audit.signed.intro")),
        name && h("h2", { class: "file-name" }, name),
        auditResult(audited, player?.names.seats ?? []),
        signedResult(signed)),
      player?.view()),
    close: () => player?.close(),
  };
}
