// The chats that are told what happens at a table: the own webhooks of the game, to add and to delete.

import { h } from "../dom.js";
import { get, post, request } from "../api.js";
import { Problem } from "../client.js";
import { redraw, tell } from "../page.js";
import { language } from "../settings.js";
import { t } from "../language/texts.js";

const KINDS = { discord: "Discord", slack: "Slack", ntfy: "ntfy" };
/** Languages in which chats are told; people of others read English. */
const SENTENCES = ["en", "fr"];
/** @typedef {{ id: string, kind: string, url: string, game: string | null, state: string }} Webhook */
/** @type {{ game: string, webhooks: Webhook[] | null, isRefused: boolean }} */
let known = { game: "", webhooks: null, isRefused: false };

/** Learn which chats the player has added to a game. @param {string} game */
export async function readChats(game) {
  if (known.game !== game) known = { game, webhooks: null, isRefused: false };
  try {
    const found = /** @type {Webhook[]} */ (await get("/v1/webhooks"));
    if (known.game === game) known = { game, webhooks: found.filter((each) => each.game === game), isRefused: false };
  } catch (error) {
    if (!(error instanceof Problem && error.code === "scope_missing")) throw error;
    known = { game, webhooks: [], isRefused: true };
  }
  redraw();
}

/** Which kind an address is of, as far as it shows. @param {string} url @returns {string} */
export function kindOf(url) {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return host === "hooks.slack.com" ? "slack" : host === "ntfy.sh" ? "ntfy" : "discord";
}

/** The own chats of a game, and a form for another one. @param {string} game */
export function chatSheet(game) {
  const { webhooks, isRefused } = known;
  if (known.game !== game || webhooks === null) return h("p", { class: "soft", role: "status" }, t("menu.loading"));
  if (isRefused) return h("p", { role: "status" }, t("menu.chat.refused"));
  return h("div", { class: "stack" },
    h("p", { class: "soft" }, t("menu.chat.why")),
    webhooks.length > 0 && h("ul", { class: "share-links" }, webhooks.map((each) => h("li", { key: each.id },
      h("span", null, h("b", null, kindText(each.kind)), h("span", { class: "share-path" }, hostOf(each.url)),
        ["failing", "disabled"].includes(each.state) && h("span", { class: "soft" }, t(`menu.chat.${each.state}`))),
      h("button", { type: "button", class: "button quiet small", "aria-label": t("menu.chat.remove_of", { chat: `${kindText(each.kind)} ${hostOf(each.url)}` }), onclick: () => remove(game, each.id) }, t("menu.chat.remove"))))),
    h("form", { class: "stack", key: "new", onsubmit: (event) => add(event, game) },
      h("label", { class: "field" }, h("span", null, t("menu.chat.url")),
        h("input", { name: "url", type: "url", required: true, maxlength: 2000, autocomplete: "off", placeholder: "https://discord.com/api/webhooks/…", oninput: chooseKind })),
      h("label", { class: "field" }, h("span", null, t("menu.chat.kind")),
        h("select", { name: "kind" }, Object.entries(KINDS).map(([value, text]) => h("option", { key: value, value }, text)))),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "follows" }), t("menu.chat.follows")),
      h("p", null, h("button", { class: "button quiet" }, t("menu.chat.add")))));
}

/** @param {import("../dom.js").FieldEvent} event */
function chooseKind({ target }) {
  /** @type {HTMLSelectElement} */ (target.form?.elements.namedItem("kind")).value = kindOf(target.value);
}

/** @param {import("../dom.js").FormEvent} event @param {string} game */
async function add(event, game) {
  event.preventDefault();
  const form = event.target;
  const { url, kind, follows } = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
  try {
    await post("/v1/webhooks", { kind, url: url.trim(), game, follows_rematch: follows === "on", language: SENTENCES.includes(language()) ? language() : "en" });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return tell(error.errors[0]?.detail ?? error.message);
  }
  form.reset();
  tell(t("menu.chat.added"));
  await readChats(game);
}

/** @param {string} game @param {string} id */
async function remove(game, id) {
  await request("DELETE", `/v1/webhooks/${id}`).catch((error) => { if (!(error instanceof Problem)) throw error; });
  await readChats(game);
}

/** @param {string} kind */
function kindText(kind) {
  return /** @type {Record<string, string>} */ (KINDS)[kind] ?? "Webhook";
}

/** The rest of an address is a secret of the chat. @param {string} url */
function hostOf(url) {
  return new URL(url).host;
}
