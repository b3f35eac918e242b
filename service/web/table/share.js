// Links to a game, to be given to others.

import { onHost, toShare } from "../address.js";
import { h } from "../dom.js";
import { tell } from "../page.js";
import { t } from "../language/texts.js";
import { isRevealed } from "../end/outcome.js";
import { joinPath } from "./before.js";

/** The links that others can use. @param {import("./seats.js").View} view @param {string} game */
export function shareLinks(view, game) {
  const isClosed = view.daily && !isRevealed(view); // nobody else sees it before its day is over
  const links = isClosed ? {} : {
    ...(joinPath(view) && { join: /** @type {string} */ (joinPath(view)) }),
    ...(view.spectators && { watch: `/watch/${game}`, board: `/board/${game}` }),
    ...((view.spectators || view.status === "finished") && { replay: `/replay/${game}` }),
  };
  return h("section", { class: "stack share" }, h("h3", null, t("menu.share")),
    Object.keys(links).length === 0 && h("p", { class: "soft" }, t("menu.share.none")),
    h("ul", { class: "share-links" }, Object.entries(links).map(([kind, path]) => h("li", { key: kind },
      h("span", null, h("b", null, t(`menu.share.${kind}`)), h("a", { href: onHost(path), target: "_blank", class: "share-path" }, onHost(path))),
      h("button", { type: "button", class: "button quiet small", "aria-label": t("menu.share.copy_of", { what: t(`menu.share.${kind}`) }), onclick: () => share(path) }, t("menu.share.copy"))))));
}

/** Give an address of the page to others: by what the device shares with, or else a copy. Without a clipboard, show it. @param {string} path */
export async function share(path) {
  const address = toShare(path);
  if ("share" in navigator && matchMedia("(hover: none)").matches) return navigator.share({ url: address }).catch(() => {}); // who changes one's mind needs no word
  try {
    await navigator.clipboard.writeText(address);
    tell(t("menu.share.copied"));
  } catch {
    tell(address);
  }
}
