// Use another account on this browser: by its recovery code or by one of its tokens.

import { h } from "../dom.js";
import { go, reopen, tell } from "../page.js";
import { account, forget, use } from "../account.js";
import { request } from "../api.js";
import { Problem } from "../client.js";
import { t } from "../language/texts.js";

export function otherAccount() {
  return h("section", { class: "sheet", key: "other" },
    h("details", { class: "more", open: account() ? undefined : true },
      h("summary", null, t(account() ? "me.switch" : "me.existing")),
      h("div", { class: "stack" },
        h("form", { class: "stack", key: "code", onsubmit: submit(recover) },
          h("p", null, t("me.by_code")),
          field("player", t("me.handle"), "@ada"),
          field("code", t("me.recovery"), "XXXXX-XXXXX-XXXXX-XXXXX-XXXXX"),
          h("button", { class: "button quiet" }, t("me.use_code"))),
        h("form", { class: "stack", key: "token", onsubmit: submit(useToken) },
          h("p", null, t("me.by_token")),
          field("token", t("me.token"), ""),
          h("button", { class: "button quiet" }, t("me.use_token"))),
        account() && h("div", { class: "stack", key: "out" },
          h("p", null, t("me.log_out.what")),
          h("button", { class: "button quiet", onclick: logOut }, t("me.log_out"))))));
}

/** @param {string} name @param {string} label @param {string} placeholder */
function field(name, label, placeholder) {
  return h("label", { class: "field", key: name }, h("span", null, label),
    h("input", { name, placeholder, autocomplete: "off", autocapitalize: "none", spellcheck: "false", required: true }));
}

/** @param {(values: Record<string, string>) => Promise<import("../account.js").Account>} found */
function submit(found) {
  return async (/** @type {import("../dom.js").FormEvent} */ event) => {
    event.preventDefault();
    const form = event.target;
    try {
      use(await found(/** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)))));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return tell(error.status === 401 ? t("me.token.wrong") : error.message);
    }
    form.reset();
    tell(t("me.welcome"));
    reopen();
  };
}

/** @param {Record<string, string>} values */
async function recover({ player = "", code = "" }) {
  return (await request("POST", "/v1/recoveries", { body: { player: player.trim().replace(/^@?/, "@"), code: code.trim() }, bearer: null })).body;
}

/** @param {Record<string, string>} values */
async function useToken({ token = "" }) {
  const bearer = token.trim().replace(/[^\x21-\x7e]/g, "");
  const { id, name, handle } = (await request("GET", "/v1/players/me", { bearer: bearer || "-" })).body;
  return { id, name, handle, token: bearer };
}

/** Forget the account here. Its token ends, so that nobody else can use it. */
async function logOut() {
  await request("DELETE", "/v1/tokens/current").catch((error) => { if (!(error instanceof Problem)) throw error; });
  forget();
  go("/");
}
