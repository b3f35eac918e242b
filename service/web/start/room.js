// The room of an open game: who sits where, how others join, and what is needed to start.

import { h } from "../dom.js";
import { account } from "../account.js";
import { t } from "../language/texts.js";
import { empireChoices, empireName } from "./empires.js";
import { gameTable } from "./game_table.js";
import { playerName } from "./players.js";
import { roomInvite } from "./room_invite.js";
import { isolate } from "./names.js";
import { gameFacts, hasSeatFor, seatName, seatOf, untilText } from "./words.js";
import { redraw } from "../page.js";
import { catalogue } from "../catalogue.js";
import { newTable } from "./open_table.js";
import { strategyField } from "./quick_play.js";

/** @typedef {import("../types.js").View} View */
/**
 * @typedef {{ view: View, table?: Partial<import("../types.js").Schemas["Table"]> | null }} RoomState
 *   `view`: of an open game. `table`: what the stream tells beside the log.
 * @typedef {(what: "join" | "ready" | "start" | "table" | "leave" | "remove" | "hand_on" | "new_code" | "invite" | "withdraw", value?: unknown) => void} Act
 */

/** The room. `act` carries out what is pressed: see room_actions.js. @param {RoomState} state @param {Act} act */
export function room({ view, table }, act) {
  const mine = seatOf(view, account()?.id);
  const isHost = mine >= 0 && view.host === mine;
  return h("div", { class: "room wide" },
    h("header", { class: "stack", key: "head" },
      h("h1", null, view.name ? h("bdi", null, view.name) : t("room.title")),
      h("p", { class: "soft" }, gameFacts(view)),
      h("p", { class: "room-status", role: "status" }, statusText(view, mine, isHost)),
      h("div", { class: "row room-go" }, actions(view, mine, isHost, act))),
    h("div", { class: "start-columns", key: "columns" },
      h("section", { class: "sheet", key: "seats" },
        h("h2", null, t("room.seats")),
        h("div", { "aria-hidden": "true", key: "picture" }, gameTable(view, account()?.id)),
        h("ol", { class: "rows", key: "rows" }, view.seats.map((seat) => seatRow(seat, { view, table, mine, isHost }, act))),
        isHost && tableTools(view, act),
        table?.expires_at && h("p", { class: "soft" }, t("room.expires", { time: untilText(table.expires_at) }))),
      mine >= 0 && roomInvite(view, isHost, act)));
}

/** What is needed next. @param {View} view @param {number} mine @param {boolean} isHost */
function statusText(view, mine, isHost) {
  if (mine < 0 && !mayJoin(view, account()?.id)) return t(hasSeatFor(view, account()?.id) ? "room.by_invitation" : "room.full");
  const free = view.seats.filter(isFree).length;
  if (free) return t("room.wait.seats", { n: free });
  if (isHost) return t("room.wait.you_start");
  const names = view.seats.filter((seat) => !seat.ready && seat.player && !seat.bot).map((seat) => isolate(seatName(seat)));
  return view.seats[mine].ready ? t("room.wait.others", { names: names.join(", ") }) : t("room.wait.ready");
}

/** Whether a player without a code can take a seat. @param {View} view @param {string | undefined} player */
export function mayJoin(view, player) {
  return hasSeatFor(view, player) && (view.visibility === "public" || view.invited.some((each) => each === player));
}

/** @param {import("../types.js").Seat} seat */
function isFree(seat) {
  return !seat.player && !seat.bot;
}

/** @param {View} view @param {number} mine @param {boolean} isHost @param {Act} act */
function actions(view, mine, isHost, act) {
  const isFull = !view.seats.some(isFree);
  if (mine < 0) return mayJoin(view, account()?.id) ? [joinForm(view, act)] : [];
  const isReady = view.seats[mine].ready;
  return [
    isHost && h("button", { key: "start", class: "button", onclick: () => isFull && act("start"), "aria-disabled": isFull ? null : "true", title: isFull ? null : t("room.start.why") }, t("room.start")),
    h("button", { key: "ready", class: `button ${isHost ? "quiet" : ""}`, "aria-pressed": String(isReady), onclick: () => act("ready", !isReady) }, t(isReady ? "room.ready.not" : "room.ready")),
    h("button", { key: "leave", class: "button quiet", onclick: () => act("leave") }, t("room.leave")),
  ];
}

/** Take a seat, with an empire if one likes. @param {View} view @param {Act} act */
export function joinForm(view, act) {
  /** @param {import("../dom.js").FormEvent} event */
  const onsubmit = (event) => {
    event.preventDefault();
    act("join", new FormData(event.target).get("empire") || undefined);
  };
  const taken = view.seats.map((seat) => seat.empire);
  return h("form", { class: "row join-form", key: "join", onsubmit },
    h("label", { class: "field" }, h("span", null, t("start.empire")),
      h("select", { name: "empire" }, empireChoices(taken).map(({ value, text }) => h("option", { key: value, value }, text)))),
    h("button", { class: "button" }, t("room.join")));
}

/** @param {import("../types.js").Seat} seat @param {{ view: View, table?: RoomState["table"], mine: number, isHost: boolean }} room @param {Act} act */
function seatRow(seat, { view, table, mine, isHost }, act) {
  const isHere = table?.presence?.seats.includes(seat.seat);
  const isPerson = seat.player && !seat.bot;
  return h("li", { key: seat.seat, class: `seat-row ${isFree(seat) ? "free" : ""}` },
    h("span", { class: `dot ${isHere ? "here" : ""}`, role: "img", "aria-label": isPerson ? t(isHere ? "room.here" : "room.not_here") : null, "aria-hidden": isPerson ? null : "true" }),
    h("div", { class: "seat-who" },
      h("p", { class: "game-title" }, h("bdi", null, seatName(seat)),
        seat.seat === mine && h("span", { class: "pill mine" }, t("room.you")),
        view.host === seat.seat && h("span", { class: "pill" }, t("room.host")),
        seat.bot && h("span", { class: "pill" }, t("room.bot"))),
      h("p", { class: "soft" }, [
        seat.reserved && isFree(seat) ? t("room.reserved", { name: isolate(playerName(seat.reserved)) }) : "",
        seat.empire ? empireName(seat.empire) : isFree(seat) ? "" : t("start.empire.any"),
        isPerson ? t(seat.ready ? "room.is_ready" : "room.is_not_ready") : "",
      ].filter(Boolean).join(" · "))),
    isHost && seat.seat !== mine && !isFree(seat) && hostTools(seat, act));
}

/** What the host can do about the player of a seat. @param {import("../types.js").Seat} seat @param {Act} act */
function hostTools(seat, act) {
  const name = seatName(seat);
  return h("div", { class: "row" },
    !seat.bot && h("button", { class: "button quiet small", key: "hand", onclick: () => act("hand_on", seat.seat), "aria-label": t("room.hand_on.name", { name }) }, t("room.hand_on")),
    h("button", { class: "button quiet small", key: "remove", onclick: () => act("remove", seat.seat), "aria-label": t("room.remove.name", { name }) }, t("room.remove")));
}

/** The strategy of the next bot; "" until one is chosen: that of the last table. */
let strategy = "";

/**
 * What the service would accept: more seats, fewer, another bot.
 *
 * @param {import("../types.js").View} view of an open game
 */
export function tableChoices(view) {
  const free = view.seats.filter((seat) => !seat.player && !seat.reserved).length;
  const isFixed = view.mode !== "standard" || Boolean(view.origin);
  return { more: !isFixed && view.seats.length < catalogue().constants.max_seats, fewer: !isFixed && free > 0 && view.seats.length > 2, bot: free > 0 };
}

/** The controls. A bot leaves by the button of its seat. @param {import("../types.js").View} view @param {Act} act */
function tableTools(view, act) {
  const may = tableChoices(view);
  const seats = view.seats.length;
  const bots = view.seats.filter((seat) => seat.bot).map((seat) => seat.bot);
  strategy ||= newTable().strategy;
  return h("div", { class: "stack", key: "tools" },
    (may.more || may.fewer) && h("div", { class: "row", key: "seats" },
      may.more && h("button", { key: "more", class: "button quiet small", onclick: () => act("table", { seats: seats + 1 }) }, t("room.seat.more")),
      may.fewer && h("button", { key: "fewer", class: "button quiet small", onclick: () => act("table", { seats: seats - 1 }) }, t("room.seat.fewer"))),
    may.bot && h("div", { class: "row", key: "bot" },
      strategyField(strategy, (value) => { strategy = value; redraw(); }),
      h("button", { class: "button quiet small", onclick: () => act("table", { bots: [strategy, ...bots] }) }, t("room.bot.add"))));
}
