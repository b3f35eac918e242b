// The table of a game: the own board, and everyone.

import { h } from "../dom.js";
import { Problem } from "../api.js";
import { loadCatalogue } from "../catalogue.js";
import { t } from "../language/texts.js";
import { followGame } from "../live/game.js";
import { announce, go, redraw } from "../page.js";
import { broken } from "../start/trouble.js";
import { onPointerDown } from "./drag.js";
import { holdFocus } from "./focus.js";
import { onKey } from "./keys.js";
import { dock, ownBoard } from "./own.js";
import { createSession } from "./session.js";
import { announcements } from "./voice.js";

/** @param {{ game: string }} params @returns {Promise<import("../page.js").Screen>} */
export async function open({ game: id }) {
  await loadCatalogue();
  const ending = new AbortController();
  const game = followGame(id, (now, before) => {
    session.changed(now, before);
    for (const text of announcements(now, before)) announce(text);
    if (now.view && now.view.seat === null && now.view.status === "playing") go(`/watch/${id}`, { replace: true });
    redraw();
  });
  const session = createSession(id, game, ending.signal);

  return {
    title: () => (isTurn(game.state().view) ? `● ${t("play.say.turn")}` : ""),
    view: () => screen(id, game, session),
    close() {
      ending.abort();
      game.close();
    },
  };
}

/** @param {any} view */
function isTurn(view) {
  return Boolean(view) && view.seat !== null && view.waiting_on.includes(view.seat);
}

/** @param {string} id @param {ReturnType<typeof followGame>} game @param {ReturnType<typeof createSession>} session */
function screen(id, game, session) {
  const state = game.state();
  if (state.refused) return broken(new Problem(state.refused.status, { detail: state.refused.message }), () => go(`/games/${id}`)).view();
  if (!state.view) return h("p", { class: "waiting", key: "waiting" }, t(`play.connection.${state.connection}`));
  const playing = state.view.status === "playing" && state.view.seat !== null;
  queueMicrotask(holdFocus(document.querySelector(".table")));
  const play = playing ? session.play() : null;
  return h("div", {
    class: "table", key: "table",
    onkeydown: (/** @type {KeyboardEvent} */ event) => play && onKey(event, play),
    onpointerdown: (/** @type {PointerEvent} */ event) => play && onPointerDown(event, session.play),
  },
    state.connection === "offline" && h("p", { class: "offline", role: "status", key: "offline" }, t("play.connection.offline")),
    play && ownBoard(play),
    play && dock(play));
}
