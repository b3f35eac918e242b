// Name, handle and recovery code.

import { h } from "../dom.js";
import { redraw, tell } from "../page.js";
import { account, use } from "../account.js";
import { post, request } from "../api.js";
import { Problem } from "../client.js";
import { t } from "../language/texts.js";
import { cleanName, nameProblem } from "./names.js";
import { copy } from "./room_invite.js";

/** @param {import("./me.js").Schemas["Account"]} me @param {() => void} look */
export function accountSection(me, look) {
  return h("section", { class: "sheet", key: "account" },
    h("h2", null, t("me.account")),
    changeForm("name", t("start.name"), me.name, (name) => {
      const problem = nameProblem(name);
      if (problem) return tell(problem);
      return change({ name: cleanName(name) }, look);
    }),
    changeForm("handle", t("me.handle"), me.handle ?? "", (handle) => change({ handle: handle.trim().replace(/^@/, "") }, look)),
    h("p", { class: "soft" }, t("me.handle.what")),
    recovery());
}

/** @param {string} name @param {string} label @param {string} value @param {(value: string) => void} onChange */
function changeForm(name, label, value, onChange) {
  /** @param {import("../dom.js").FormEvent} event */
  const onsubmit = (event) => {
    event.preventDefault();
    onChange(String(new FormData(event.target).get(name)));
  };
  return h("form", { class: "row invite-form", key: `${name} ${value}`, onsubmit },
    h("label", { class: "field" }, h("span", null, label),
      h("input", { name, dir: "auto", autocomplete: "off", autocapitalize: name === "handle" ? "none" : null, spellcheck: "false", onfocus: prefill(value), placeholder: value })),
    h("button", { class: "button quiet" }, t("me.change")));
}

/** The field holds the value as soon as somebody wants to change it. @param {string} value */
function prefill(value) {
  return (/** @type {import("../dom.js").FieldEvent} */ { target }) => {
    if (target.value) return;
    target.value = value;
    target.select();
  };
}

/** @param {Record<string, string>} wanted @param {() => void} look */
async function change(wanted, look) {
  try {
    const { name, handle } = (await request("PATCH", "/v1/players/me", { body: wanted })).body;
    const mine = account();
    if (mine) use({ ...mine, name, handle });
    tell(t("me.changed"));
    look();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    tell(error.errors[0]?.detail ? `${error.message} ${error.errors[0].detail}` : error.message);
  }
}

function recovery() {
  const code = account()?.recovery_code;
  /** A new code; the old one is worth nothing from then on. */
  const renew = async () => {
    const { recovery_code } = await post("/v1/players/me/recovery-code");
    const mine = account();
    if (mine) use({ ...mine, recovery_code });
    redraw();
  };
  return h("div", { class: "stack recovery", key: "recovery" },
    h("h3", null, t("me.recovery")),
    h("p", { class: "soft" }, t("me.recovery.what")),
    code && h("p", { class: "link-text" }, code),
    h("div", { class: "row" },
      code && h("button", { class: "button quiet", key: "copy", onclick: () => copy(code) }, t("me.copy")),
      h("button", { class: "button quiet", key: "renew", onclick: renew }, t("me.recovery.new"))));
}
