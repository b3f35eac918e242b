// Blocked players, the export of one's data, and the end of the account.

import { h } from "../dom.js";
import { go, redraw, tell } from "../page.js";
import { forget } from "../account.js";
import { get, request } from "../api.js";
import { Problem } from "../client.js";
import { t } from "../language/texts.js";
import { playerName } from "./players.js";
import { saveFile } from "../saving.js";

/** @param {import("./me.js").MeState} state @param {() => void} look */
export function dataSection(state, look) {
  return h("section", { class: "sheet", key: "data" },
    h("h2", null, t("me.data")),
    blocked(state.blocks, look),
    h("div", { class: "row", key: "actions" },
      h("button", { class: "button quiet", onclick: saveExport }, t("me.export")),
      h("button", { class: "button quiet danger", onclick: () => { state.isAsking = true; redraw(); } }, t("me.delete"))),
    h("dialog", { key: "delete", open: state.isAsking, "aria-labelledby": "delete-title", oncancel: () => { state.isAsking = false; redraw(); } },
      h("div", { class: "stack" },
        h("h2", { id: "delete-title" }, t("me.delete.sure")),
        h("p", null, t("me.delete.what")),
        h("div", { class: "row" },
          h("button", { class: "button quiet", onclick: () => { state.isAsking = false; redraw(); } }, t("me.delete.keep")),
          h("button", { class: "button danger", onclick: deleteAccount }, t("me.delete.do"))))));
}

/** @param {import("./me.js").MeState["blocks"]} blocks @param {() => void} look */
function blocked(blocks, look) {
  /** @param {string} id */
  const unblock = async (id) => {
    await request("DELETE", `/v1/players/me/blocks/${id}`);
    look();
  };
  /** @param {import("../dom.js").FormEvent} event */
  const onsubmit = async (event) => {
    event.preventDefault();
    const form = event.target;
    const player = String(new FormData(form).get("player")).trim().replace(/^@?/, "@");
    try {
      await request("PUT", `/v1/players/me/blocks/${encodeURIComponent(player)}`);
      form.reset();
      look();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      tell(error.message);
    }
  };
  return h("div", { class: "stack", key: "blocked" },
    h("h3", null, t("me.blocked")),
    blocks.length ? h("ul", { class: "rows" }, blocks.map((each) => h("li", { class: "seat-row", key: each.id },
      h("span", { class: "seat-who" }, h("bdi", null, each.name ?? playerName(each.id))),
      h("button", { class: "button quiet small", onclick: () => unblock(each.id) }, t("me.unblock"))))) : h("p", { class: "soft" }, t("me.blocked.none")),
    h("form", { class: "row invite-form", onsubmit },
      h("label", { class: "field" }, h("span", null, t("me.block.who")), h("input", { name: "player", placeholder: "@ada", autocomplete: "off", autocapitalize: "none", required: true })),
      h("button", { class: "button quiet" }, t("me.block"))));
}

/** All data of the account, as a file. */
async function saveExport() {
  const rows = await get("/v1/players/me/export").catch((error) => {
    if (!(error instanceof Problem)) throw error;
    tell(error.message);
  });
  if (rows === undefined) return;
  saveFile("wonderful-world.jsonl", rows, "application/x-ndjson");
}

async function deleteAccount() {
  await request("DELETE", "/v1/players/me");
  forget();
  tell(t("me.deleted"));
  go("/");
}
