// What waits for the player, with one tap to deal with it, and the other games under way.

import { h } from "../dom.js";
import { go, link, redraw } from "../page.js";
import { account } from "../account.js";
import { request } from "../api.js";
import { Problem } from "../client.js";
import { placeOf, plays } from "../end/outcome.js";
import { refreshInbox } from "../live/inbox.js";
import { t } from "../language/texts.js";
import { gameTable, smallTable } from "./game_table.js";
import { isolate } from "./names.js";
import { gameFacts, gameName, seatName, seatOf, untilText, waitText } from "./words.js";

/** @typedef {import("../live/items.js").Item} Item */
/** @typedef {{ text: string, act(): Promise<void> | void, isQuiet?: boolean }} Action */

/** The inbox in words. @param {Item[]} items */
export function inboxList(items) {
  if (!items.length) return null;
  return h("section", { class: "sheet", key: "inbox" },
    h("h2", null, t("inbox.title")),
    h("ul", { class: "rows" }, items.map((item) => h("li", { class: `game-row ${item.type}`, key: item.type + item.game },
      smallTable(item.view, account()?.id),
      h("div", { class: "game-what" },
        h("p", { class: "game-title" }, t(`inbox.${item.type}`, { game: gameName(item.view, account()?.id), host: hostName(item.view) })),
        h("p", { class: "soft" }, [factsOf(item), item.deadline ? t("inbox.until", { time: untilText(item.deadline) }) : ""].filter(Boolean).join(" · "))),
      h("div", { class: "row" }, actionsOf(item).map(({ text, act, isQuiet }) =>
        h("button", { key: text, class: `button small ${isQuiet ? "quiet" : ""}`, onclick: () => settle(act) }, text)))))));
}

/** The games under way in which nobody waits for the player. @param {import("../types.js").Summary[]} games @param {boolean} isReading */
export function myGames(games, isReading) {
  if (!games.length && !isReading) return null;
  return h("section", { class: "sheet", key: "games" },
    h("h2", null, t("start.games")),
    isReading ? h("p", { class: "soft" }, "…") : h("ul", { class: "tables" }, games.map((game) => h("li", { key: game.id, class: "table-item" },
      gameTable(game, account()?.id),
      link(`/games/${game.id}`, { class: "game-link" },
        h("span", { class: "game-title" }, gameName(game, account()?.id)),
        h("span", { class: "soft" }, waitText(game, account()?.id)),
        h("span", { class: "unseen" }, gameFacts(game)))))));
}

/** @param {Item} item */
function factsOf({ type, view }) {
  return type === "finished" && view.result ? resultText(view) : gameFacts(view);
}

/** The own score and place of a finished game; of a game that the player left, that it is lost. @param {import("../types.js").View} view */
export function resultText(view) {
  const seat = seatOf(view, account()?.id);
  if (seat < 0 || !view.result) return "";
  if (!plays(view.seats[seat])) return t("inbox.finished.left");
  return t("inbox.finished.score", { n: view.result.scores[seat].total, place: placeOf(view.result.ranking, seat) });
}

/** @param {import("../types.js").View} view */
function hostName(view) {
  return view.host === null || view.host === undefined ? "" : isolate(seatName(view.seats[view.host]));
}

/** What one can do about an item at once. @param {Item} item @returns {Action[]} */
function actionsOf({ type, game, view }) {
  const at = `/v1/games/${game}`;
  const look = () => go(`/games/${game}`);
  /** @param {string} method @param {string} path @param {unknown} [body] */
  const send = (method, path, body) => async () => { await request(method, at + path, { body }); };
  /** @param {() => Promise<void>} sent */
  const andLook = (sent) => async () => { await sent(); look(); };
  const isHost = view.host !== null && view.seats[view.host]?.player?.id === account()?.id;
  /** @type {Record<string, Action[]>} */
  const known = {
    your_turn: [{ text: t("inbox.play"), act: look }],
    clock_low: [{ text: t("inbox.play"), act: look }],
    away: [{ text: t("inbox.return"), act: andLook(send("POST", "/seats/me/return")) }],
    rewind_proposed: view.rewind ? [
      { text: t("inbox.agree"), act: andLook(send("POST", `/rewinds/${view.rewind.number}/accept`)) },
      { text: t("inbox.decline"), act: send("POST", `/rewinds/${view.rewind.number}/decline`), isQuiet: true },
    ] : [],
    pause_asked: [
      { text: t("inbox.agree"), act: andLook(send("PUT", "/seats/me/pause", { pause: true, expires_at: view.pause?.expires_at })) },
      { text: t("inbox.decline"), act: send("PUT", "/seats/me/pause", { pause: false }), isQuiet: true },
    ],
    table_full: [isHost ? { text: t("inbox.start"), act: andLook(send("POST", "/start")) } : { text: t("inbox.ready"), act: andLook(send("PUT", "/seats/me/ready", { ready: true })) }],
    invitation: [{ text: t("inbox.join"), act: andLook(send("POST", "/seats", {})) }, { text: t("inbox.decline"), act: send("DELETE", "/invitations/me"), isQuiet: true }],
    rematch_offered: [{ text: t("inbox.join"), act: andLook(send("POST", "/seats", {})) }, { text: t("inbox.decline"), act: send("DELETE", "/invitations/me"), isQuiet: true }],
    finished: [{ text: t("inbox.result"), act: look }],
    removed: [],
  };
  return known[type] ?? [{ text: t("inbox.look"), act: look }];
}

/** Act on an item. Whatever comes of it, look again what waits. @param {Action["act"]} act */
async function settle(act) {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await refreshInbox();
    throw error;
  }
  await refreshInbox();
  redraw();
}
