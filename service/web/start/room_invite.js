// How others come to the table: a link, a QR code for phones in the room, an invitation by handle.

import { onHost, toShare } from "../address.js";
import { h } from "../dom.js";
import { tell } from "../page.js";
import { t } from "../language/texts.js";
import { codeOf } from "./room_actions.js";
import { playerName } from "./players.js";

/** Groups are easier to read aloud; the service ignores the dash. @param {string} code */
export function spaced(code) {
  return code.replace(/^(.{5})(.{5})$/, "$1-$2");
}

/** @param {import("../types.js").View} view @param {boolean} isHost @param {import("./room.js").Act} act */
export function roomInvite(view, isHost, act) {
  const isPublic = view.visibility === "public";
  if (!isPublic && !isHost) return null;
  const code = isPublic ? view.id : codeOf(view);
  const address = code && toShare(`/join/${code}`);
  return h("section", { class: "sheet", key: "invite" },
    h("h2", null, t("room.invite")),
    address && h("div", { class: "invite", key: "link" },
      h("img", { class: "qr", src: onHost(`/qr/${code}.svg`), alt: t("room.qr"), width: 168, height: 168 }),
      h("div", { class: "stack" },
        h("p", null, t("room.link.what")),
        h("p", { class: "link-text" }, address),
        !isPublic && h("p", { class: "soft" }, t("room.code", { code: spaced(code) })),
        h("div", { class: "row" },
          h("button", { class: "button", key: "copy", onclick: () => copy(address) }, t("room.copy")),
          "share" in navigator && h("button", { class: "button quiet", key: "share", onclick: () => share(view, address) }, t("room.share")),
          !isPublic && h("button", { class: "button quiet", key: "renew", onclick: () => act("new_code") }, t("room.new_code"))))),
    isHost && inviteForm(view, act));
}

/** @param {import("../types.js").View} view @param {import("./room.js").Act} act */
function inviteForm(view, act) {
  /** @param {import("../dom.js").FormEvent} event */
  const onsubmit = (event) => {
    event.preventDefault();
    const handle = String(new FormData(event.target).get("handle") ?? "").trim().replace(/^@?/, "@");
    if (handle.length > 1) act("invite", handle);
    event.target.reset();
  };
  return h("div", { class: "stack", key: "by-handle" },
    h("form", { class: "row invite-form", onsubmit },
      h("label", { class: "field" }, h("span", null, t("room.by_handle")),
        h("input", { name: "handle", autocapitalize: "none", autocomplete: "off", spellcheck: "false", placeholder: "@ada" })),
      h("button", { class: "button quiet" }, t("room.invite.send"))),
    view.invited.length > 0 && h("ul", { class: "rows" }, view.invited.map((player) => h("li", { key: player, class: "seat-row" },
      h("span", { class: "seat-who" }, h("bdi", null, playerName(player)), " ", h("span", { class: "soft" }, t("room.invited"))),
      h("button", { class: "button quiet small", onclick: () => act("withdraw", player) }, t("room.withdraw"))))));
}

/** Put a text on the clipboard. Where the browser allows no clipboard, select it for the reader. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    tell(t("room.copied"));
  } catch {
    tell(t("room.not_copied"));
  }
}

/** @param {import("../types.js").View} view @param {string} url */
async function share(view, url) {
  await navigator.share({ title: t("page.name"), text: view.name ?? t("room.share.text"), url }).catch(() => {}); // closed without sharing
}
