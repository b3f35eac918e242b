// A game as a table seen from above: who sits around it, which chairs are free, how far it is, and its options as symbols.

import { h } from "../dom.js";
import { sign } from "./signs.js";
import { t } from "../language/texts.js";
import { botName, clockText, seatName, seatOf } from "./words.js";

/** The rounds of a game. */
const ROUNDS = 4;

/** @typedef {import("../types.js").Game} Game */
/** @typedef {Game["seats"][number]} Seat */

/**
 * The picture of the table. What it shows of the options is in words beside it: see `gameFacts`.
 *
 * @param {Game} game @param {string | undefined} player sits at the lower edge, if at this table
 * @param {() => void} [sitDown] What a tap on a free chair does. Keys have the button of the table.
 */
export function gameTable(game, player, sitDown) {
  const mine = seatOf(game, player);
  const places = game.seats.map((seat, at) => chair(game, seat, (at - Math.max(mine, 0) + game.seats.length) % game.seats.length, at === mine, sitDown));
  return h("div", { class: `game-table ${sitDown ? "open" : ""}`, key: "table", style: { "--seats": game.seats.length } },
    h("div", { class: "felt", "aria-hidden": "true" },
      game.status === "playing" && h("span", { class: "felt-rounds" }, Array.from({ length: ROUNDS }, (_, at) => h("i", { key: at, class: at + 1 < game.round ? "past" : at + 1 === game.round ? "now" : "" }))),
      h("span", { class: "felt-signs" }, signsOf(game))),
    h("ol", { class: "chairs", "aria-label": t("room.seats") }, places));
}

/** A table as small as a symbol, of which the words beside it say everything. @param {Game} game @param {string | undefined} player */
export function smallTable(game, player) {
  return h("div", { class: "small-table", "aria-hidden": "true" }, gameTable(game, player));
}

/** As small, when nobody is known who sits there. @param {number} seats */
export function emptyTable(seats) {
  return h("span", { class: "small-table", "aria-hidden": "true" }, h("span", { class: "game-table", style: { "--seats": seats } }, h("span", { class: "felt" }),
    Array.from({ length: seats }, (_, at) => h("span", { key: at, class: `chair seat-${at}`, style: { "--at": at } }, h("span", { class: "chair-seat" })))));
}

/** @param {Game} game @param {Seat} seat @param {number} at the how many-th place from the lower edge @param {boolean} isMine @param {(() => void) | undefined} sitDown */
function chair(game, seat, at, isMine, sitDown) {
  const isFree = !seat.player && !seat.bot;
  const isAwaited = "waiting_on" in game && game.status === "playing" && game.waiting_on.includes(seat.seat);
  const name = isFree && seat.reserved ? t("lobby.kept") : seatName(seat);
  const kind = isFree ? (seat.reserved ? "kept" : "free") : seat.bot ? "bot" : "person";
  return h("li", { key: seat.seat, class: `chair ${kind} seat-${seat.seat} ${isMine ? "mine" : ""} ${isAwaited ? "awaited" : ""}`, style: { "--at": at }, onclick: isFree && !seat.reserved ? sitDown : undefined, title: name },
    h("span", { class: "chair-seat", "aria-hidden": "true" }, seat.bot ? sign("bot") : isFree ? sign(seat.reserved ? "lock" : "chair") : firstLetter(name)),
    h("bdi", { class: "chair-name" }, seat.bot ? botName(seat.bot) : name),
    (isMine || isAwaited) && h("span", { class: "unseen" }, [isMine ? t("room.you") : "", isAwaited ? t("lobby.to_move") : ""].filter(Boolean).join(", ")));
}

/** What a person sees as the first letter, which may be several characters. @param {string} name */
function firstLetter(name) {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toLocaleUpperCase() ?? "";
}

/** @param {Game} game */
function signsOf(game) {
  return [
    h("span", { key: "side", class: "felt-side" }, game.side),
    game.clock && h("span", { key: "clock", class: "felt-sign" }, sign("clock"), clockText(game.clock)),
    game.visibility === "private" && h("span", { key: "private", class: "felt-sign" }, sign("lock")),
    game.rewinds === false && h("span", { key: "rewinds", class: "felt-sign" }, sign("no_way_back")),
    game.scenario && h("span", { key: "scenario", class: "felt-sign" }, sign("task")),
  ];
}
