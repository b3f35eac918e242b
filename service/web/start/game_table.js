// A game as a table seen from above: who sits around it, which chairs are free, how far it is, and its options as symbols.

import { h } from "../dom.js";
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

/** The symbols of tables, drawn by us like those of cards (cards/symbols.js): each is one path on a square of 24 units. */
const PATHS = /** @type {Record<string, string>} */ ({
  bot: "M11 2.5h2V5h5a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-3l-3 3.5L9 18H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h5zM8.5 9a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zm7 0a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM8 14v1.6h8V14zM1.5 9H3v5H1.5zM21 9h1.5v5H21z",
  chair: "M10.6 4h2.8v6.6H20v2.8h-6.6V20h-2.8v-6.6H4v-2.8h6.6z",
  clock: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 2.6a7.4 7.4 0 1 0 0 14.8 7.4 7.4 0 0 0 0-14.8zM10.8 7h2.4v4.4l3.2 2.6-1.5 1.9-4.1-3.4z",
  lock: "M7 10V7.5a5 5 0 0 1 10 0V10h1.5v11h-13V10zm2.4 0h5.2V7.5a2.6 2.6 0 0 0-5.2 0zM11 13.5v4h2v-4z",
  no_way_back: "M9 5v3.5h5a6 6 0 0 1 5.6 8.1l-2.1-2.1A3.5 3.5 0 0 0 14 11H9v3.5L3 9.8zM3.5 3.6 5 2l16.5 18.4-1.6 1.5zM8 17h5.2l2.4 2.5H8z",
  task: "M5 2.5h2.2V4H19l-2.5 4.2L19 12.5H7.2v9H5z",
});

/** @param {string} name */
export function sign(name) {
  return h("svg", { class: "symbol", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: PATHS[name] ?? "", "fill-rule": "evenodd" }));
}
