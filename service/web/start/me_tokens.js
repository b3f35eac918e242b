// The tokens of the account, by which devices and programs use it.

import { h } from "../dom.js";
import { redraw, tell } from "../page.js";
import { post, request } from "../api.js";
import { Problem } from "../client.js";
import { t } from "../language/texts.js";
import { copy } from "./room_invite.js";
import { dateText } from "./words.js";

const DAY = 86_400;
/** What a new token may do. @type {Record<string, string[]>} */
const SCOPES = { read: ["read"], play: ["read", "play"], admin: ["read", "play", "bot", "admin"] };
/** How many days a new token may be good; 0: until it is revoked. */
const DAYS = [0, 1, 30, 365];

/** @param {import("./me.js").MeState} state @param {() => void} look */
export function tokensSection(state, look) {
  const { tokens } = state;
  if (!tokens.length) return null;
  /** @param {string} id */
  const revoke = async (id) => {
    await request("DELETE", `/v1/tokens/${id}`);
    if (state.made?.id === id) state.made = null;
    look();
  };
  return h("section", { class: "sheet", key: "tokens" },
    h("h2", null, t("me.tokens")),
    h("p", { class: "soft" }, t("me.tokens.what")),
    h("ul", { class: "rows" }, tokens.map((token) => h("li", { class: "seat-row", key: token.id },
      h("div", { class: "seat-who" },
        h("p", { class: "game-title" }, h("bdi", null, token.name), token.current && h("span", { class: "pill mine" }, t("me.token.this"))),
        h("p", { class: "soft" }, usedText(token))),
      !token.current && h("button", { class: "button quiet small", onclick: () => revoke(token.id), "aria-label": t("me.revoke.name", { name: token.name }) }, t("me.revoke"))))),
    newToken(state, look));
}

/** Make a token for a device or a program. Its secret is shown once. @param {import("./me.js").MeState} state @param {() => void} look */
function newToken(state, look) {
  const { made } = state;
  const onsubmit = async (/** @type {import("../dom.js").FormEvent} */ event) => {
    event.preventDefault();
    const { name = "", scopes = "read", days } = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(event.target)));
    const seconds = DAY * Number(days);
    try {
      state.made = await post("/v1/tokens", { name: name.trim(), scopes: SCOPES[scopes], ...(seconds && { expires_in: seconds }) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return tell(error.errors[0]?.detail ?? error.message);
    }
    event.target.reset();
    redraw();
    look();
  };
  return h("details", { class: "more", key: "new" }, h("summary", null, t("me.token.new")),
    h("form", { class: "stack", onsubmit },
      h("label", { class: "field" }, h("span", null, t("me.token.name")), h("input", { name: "name", required: true, maxlength: 40, autocomplete: "off", dir: "auto" })),
      options("scopes", t("me.token.scopes"), Object.keys(SCOPES).map((each) => [each, t(`me.token.scopes.${each}`)])),
      options("days", t("me.token.lasts"), DAYS.map((days) => [String(days), days ? t("me.token.days", { n: days }) : t("me.token.for_ever")])),
      h("button", { class: "button quiet" }, t("me.token.make"))),
    made && h("div", { class: "stack", role: "status", key: "made" },
      h("p", null, t("me.token.once", { name: made.name })),
      h("p", { class: "link-text" }, made.token),
      h("p", null, h("button", { class: "button quiet", onclick: () => copy(made.token) }, t("me.copy")))));
}

/** @param {string} name @param {string} label @param {string[][]} choices value and text */
function options(name, label, choices) {
  return h("label", { class: "field", key: name }, h("span", null, label), h("select", { name }, choices.map(([value, text]) => h("option", { key: value, value }, text))));
}

/** @param {import("./me.js").Schemas["Token"]} token */
function usedText({ scopes, last_used_at: used, expires_at: expires }) {
  return [
    scopes.map((scope) => t(`me.scope.${scope}`)).join(", "),
    used ? t("me.token.used", { date: dateText(used) }) : t("me.token.unused"),
    expires ? t("me.token.expires", { date: dateText(expires) }) : "",
  ].filter(Boolean).join(" · ");
}
