// A table before its game: who sits there, and how others join.

import { onHost } from "../address.js";
import { h } from "../dom.js";
import { t } from "../language/texts.js";
import { isPresent, seatMark, seatNames } from "./seats.js";

/** The seats of a game that has not started. @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts */
export function seatsBefore(view, facts) {
  const names = seatNames(view, facts);
  return h("ol", { class: "seats-before", key: "seats", "aria-label": t("table.everyone") }, view.seats.map((seat) =>
    h("li", { key: seat.seat, class: seat.player ? "" : "free" },
      seatMark(seat.seat), h("b", { dir: "auto" }, names[seat.seat] ?? ""),
      h("span", { class: "soft" }, signs(seat, facts)))));
}

/** @param {import("./seats.js").Seat} seat @param {import("./seats.js").Facts | null} facts */
function signs(seat, facts) {
  if (!seat.player) return "";
  if (seat.bot) return t("table.bot");
  if (seat.ready) return t("table.standing.ready");
  const present = isPresent(seat, facts);
  return present === null ? "" : t(present ? "table.present" : "table.absent");
}

/** The address by which others join: with the code if this browser's player has it, or with the id of a public game; null if there is neither. @param {import("./seats.js").View} view @returns {string | null} a path */
export function joinPath(view) {
  if (view.status !== "open") return null;
  const code = view.code ?? (view.visibility === "public" ? view.id : null);
  return code && `/join/${code}`;
}

/** How people in the room join: an address and its QR code. @param {import("./seats.js").View} view */
export function invitation(view) {
  const path = joinPath(view);
  if (!path) return null;
  const address = `${location.host}${onHost(path)}`;
  return h("section", { class: "invitation", key: "join" }, h("h2", null, t("table.big.join")),
    h("img", { class: "qr", src: onHost(path.replace("/join/", "/qr/")) + ".svg", alt: t("table.big.qr", { address }) }), h("p", { class: "address" }, address));
}
