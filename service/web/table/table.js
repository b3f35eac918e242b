// The table of a game: the own board, everyone, and before and after the game the room and the result.

import { h } from "../dom.js";
import { account } from "../account.js";
import { get } from "../api.js";
import { Problem } from "../client.js";
import { loadCatalogue } from "../catalogue.js";
import { endOf, renewAt } from "../daily/midnight.js";
import { isRevealed } from "../end/outcome.js";
import { coachButton, hasCoach, hintButton } from "../learn/guided.js";
import { t } from "../language/texts.js";
import { followGame, NOTHING } from "../live/game.js";
import { makeAround } from "../motion/around.js";
import { announce, go, later, loaded, redraw, tell } from "../page.js";
import { roomActions } from "../start/room_actions.js";
import { broken } from "../start/trouble.js";
import { loadStyle } from "../styles.js";
import { attend, tableTitle } from "./attention.js";
import { anyRuns } from "./clocks.js";
import { onPointerDown } from "./drag.js";
import { everyoneText, others } from "./everyone.js";
import { startExplaining } from "./explain.js";
import { gameName, head } from "./head.js";
import { onKey } from "./keys.js";
import { makeLately } from "./lately.js";
import { makeMenu, mayPlayAgain, playAgain, returnPanel } from "./menu.js";
import { announceNews, isOwnTurn, news, ownNews } from "./news.js";
import { dock, ownBoard } from "./own.js";
import { freshReaction } from "./reactions.js";
import { makePlaces } from "./places.js";
import { createSession } from "./session.js";
import { entriesOf, factsOf } from "./watching.js";

const BEAT_MS = 1000;
const coaching = later(() => import("../learn/coach.js"));
const rewinds = later(() => import("./rewinds.js"));
const pauses = later(() => import("./pauses.js"));
const rooms = later(async () => (await Promise.all([import("../start/room.js"), loadStyle("world.css")]))[0]);

/** @typedef {import("../live/game.js").GameState} GameState */
/** @typedef {import("../types.js").View} View */

/** A person without an account who follows a link to a table watches it first, and can join there. @param {string} id @returns {import("../page.js").Screen} */
function toWatchers(id) {
  go(`/watch/${id}`, { replace: true });
  return { title: () => "", view: () => h("p", { class: "waiting" }), close() {} };
}

/** @param {{ game: string }} params @returns {Promise<import("../page.js").Screen>} */
export async function open({ game: id }) {
  if (!account()) return toWatchers(id);
  const loading = loadCatalogue();
  let isReady = false;
  startExplaining();
  const ending = new AbortController();
  const menu = makeMenu(id);
  /** Once somebody has asked for one. @type {ReturnType<typeof import("../learn/hint.js").makeHints> | null} */
  let hints = null;
  const lately = makeLately(id, redraw);
  /** @type {{ view(): import("../dom.js").Child, close(): void } | null} */
  let end = null;
  /** The end on its way, once the game is over. @type {Promise<void> | null} */
  let ended = null;
  let closedUntil = Infinity; // in ms since 1970: a try at the daily deal keeps its secrets until its day is over
  /** @type {number | null} */
  let opened = null;
  /** @type {View | null} */
  let shownView = null;
  const motion = makeAround(() => shownView);

  const game = followGame(id, (now, before) => { if (isReady) changed(now, before); });
  const places = makePlaces();
  renewAt(() => closedUntil, async () => { const { view } = game.state(); if (view) await showEnd(view, false); }, ending.signal);
  const session = createSession(id, game, ending.signal);
  const act = roomActions(id, (view) => view && game.answered({ view }));
  const beat = setInterval(() => {
    const { view, table } = game.state();
    if (anyRuns(table) || table.rewind || view?.seats.some(({ seat }) => freshReaction(facts(), seat))) redraw();
  }, BEAT_MS);

  /** The stream may still seem alive when requests do not get through any more. */
  const connection = () => (session.isOffline() ? "offline" : game.state().connection);

  function facts() {
    return factsOf({ ...game.state(), connection: connection() }, game.now());
  }

  /** @param {View} view */
  function entries(view) {
    return entriesOf(view, facts(), lately.events(game.state()));
  }

  /** @param {GameState} now @param {GameState} before */
  function changed(now, before) {
    redraw();
    if (!now.view) return;
    if (now.refused?.status === 404 && now.view.status === "open") {
      tell(t("room.gone"));
      return go("/lobby", { replace: true });
    }
    if (!before.view && now.view.seat === null && now.view.status === "playing") return go(`/watch/${id}`, { replace: true });
    const events = lately.changed(now, before);
    session.changed(now, before);
    announceNews(entriesOf(now.view, facts(), events));
    for (const text of ownNews(now, before)) announce(text);
    attend(isOwnTurn(now.view), gameName(now.view));
    if (stageOf(now.view) !== stageOf(before.view)) places.toTop();
    if (isOver(now.view)) ended ??= showEnd(now.view, before.view !== null);
  }

  function close() {
    motion.end();
    clearInterval(beat);
    ending.abort();
    game.close();
    end?.close();
    attend(false);
  }

  /** The end, with what is revealed by it: a stream does not tell that. @param {View} told @param {boolean} isSeen whether it comes before the eyes of the player */
  async function showEnd(told, isSeen) {
    const whole = get(`/v1/games/${id}`, ending.signal).catch(() => told); // without an answer, what the stream told will do
    const [view, { makeEnd }] = await loaded(Promise.all([whole, import("../end/end.js"), loadStyle("replay.css"), loadStyle("end.css"), motion.loaded()]));
    game.answered({ view }); // the menu shows what may be shared of it
    closedUntil = view.daily && view.result && !isRevealed(view) ? endOf(view.daily) : Infinity;
    end?.close();
    end = makeEnd(view, mayPlayAgain(view) && !view.daily ? { onRematch: () => playAgain(id) } : {});
    redraw();
    if (isSeen) requestAnimationFrame(places.toEnd); // after the drawing
  }

  async function hint() {
    const { makeHints } = await loaded(import("../learn/hint.js"));
    hints ??= makeHints(ending.signal);
    const { view } = game.state();
    if (view && isOwnTurn(view)) hints.ask(view);
  }

  const waiting = (/** @type {GameState} */ { connection }) => h("p", { class: "waiting", key: "waiting" }, t(`play.connection.${connection}`));
  const coach = (/** @type {import("../learn/coach.js").CoachState} */ state) => hasCoach(state.view) && coaching()?.coach(state);

  function view() {
    const state = game.state();
    shownView = state.view;
    if (state.refused) return broken(new Problem(state.refused.status, { detail: state.refused.message }), () => go(`/games/${id}`)).view();
    if (!state.view) return waiting(state);
    if (state.view.status === "open") return rooms()?.room({ view: state.view, table: state.table }, act) ?? waiting(state);
    const now = state.view;
    const shown = () => others(now, facts(), { opened, onSeat(seat) { opened = opened === seat ? null : seat; redraw(); } });
    const { seat } = state.view;
    const isWatched = isOver(state.view) || seat === null;
    const bar = head(state.view, facts(), !isWatched && places.tabs(state.view.seats.length), coachButton(state.view), isOwnTurn(state.view) && hintButton(state.view, hint), ...menu.buttons(state.view));
    const dialog = menu.view(state.view, facts());
    if (isWatched) return h("div", { class: "table over", key: "over" }, bar, state.view.pause && pauses()?.pausePanel(state.view, facts(), id), coach({ view: state.view, legal: state.legal }), end?.view(), shown(), news(entries(state.view)), dialog);
    const play = session.play();
    shownView = play.view;
    return h("div", {
      class: "table", key: "table",
      onkeydown: (/** @type {KeyboardEvent} */ event) => onKey(event, play),
      onpointerdown: (/** @type {PointerEvent} */ event) => onPointerDown(event, session.play, ending.signal),
    },
      h("div", { class: "table-top", key: "top" }, bar, facts().rewind && rewinds()?.proposalPanel(state.view, facts(), id), state.view.pause && pauses()?.pausePanel(state.view, facts(), id), coach(play) || hints?.bar(state.view)),
      connection() === "offline" && h("p", { class: "offline", role: "status", key: "offline" }, t("play.connection.offline")),
      h("div", { class: `places ${places.at()}`, key: "places", tabindex: -1, onscroll: places.scrolled },
        h("section", { class: "place mine", key: "mine", "aria-label": t("play.mine") }, state.view.seats[seat].away ? returnPanel(state.view, id, facts()) : ownBoard(play)),
        h("section", { class: "place theirs", key: "theirs", "aria-label": everyoneText(state.view) }, places.theirs("everyone", shown)),
        h("div", { class: "place told-place", key: "news" }, places.theirs("news", () => news(entries(now))))),
      dock(play), dialog);
  }

  try {
    await loading; // while the game comes
  } catch (error) {
    close();
    throw error;
  }
  isReady = true;
  if (game.state() !== NOTHING) changed(game.state(), NOTHING);

  return {
    title() {
      const shown = game.state().view;
      return shown ? tableTitle(gameName(shown), isOwnTurn(shown)) : "";
    },
    view,
    around: motion.around,
    close,
  };
}

/** @param {View | null} view */
function stageOf(view) {
  return view && [view.phase, view.step].join();
}

/** @param {View} view */
function isOver(view) {
  return view.status === "finished" || view.status === "abandoned";
}
