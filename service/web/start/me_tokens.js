// The tokens of the account, by which devices and programs use it.

import { h } from "../dom.js";
import { request } from "../api.js";
import { t } from "../language/texts.js";
import { dateText } from "./words.js";

/** @param {import("./me.js").MeState} state @param {() => void} look */
export function tokensSection({ tokens }, look) {
  if (!tokens.length) return null;
  /** @param {string} id */
  const revoke = async (id) => {
    await request("DELETE", `/v1/tokens/${id}`);
    look();
  };
  return h("section", { class: "sheet", key: "tokens" },
    h("h2", null, t("me.tokens")),
    h("p", { class: "soft" }, t("me.tokens.what")),
    h("ul", { class: "rows" }, tokens.map((token) => h("li", { class: "seat-row", key: token.id },
      h("div", { class: "seat-who" },
        h("p", { class: "game-title" }, h("bdi", null, token.name), token.current && h("span", { class: "pill mine" }, t("me.token.this"))),
        h("p", { class: "soft" }, usedText(token))),
      !token.current && h("button", { class: "button quiet small", onclick: () => revoke(token.id), "aria-label": t("me.revoke.name", { name: token.name }) }, t("me.revoke"))))));
}

/** @param {any} token */
function usedText({ scopes, last_used_at: used, expires_at: expires }) {
  return [
    scopes.join(", "),
    used ? t("me.token.used", { date: dateText(used) }) : t("me.token.unused"),
    expires ? t("me.token.expires", { date: dateText(expires) }) : "",
  ].filter(Boolean).join(" · ");
}
