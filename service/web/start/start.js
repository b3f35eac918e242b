// The start of the page: a name and one click lead to a table. Below it stands what waits for the player.

import { h } from "../dom.js";
import { go, later, link, redraw, tell } from "../page.js";
import { account } from "../account.js";
import { get, post } from "../api.js";
import { isTemporary, Problem, sleep } from "../client.js";
import { inboxItems } from "../live/inbox.js";
import { startGuidedGame } from "../learn/guided.js";
import { t } from "../language/texts.js";
import { ensureAccount, nameField, newName } from "./name_field.js";
import { skylines } from "./empires.js";
import { once } from "./fields.js";
import { gameBody } from "./options.js";
import { keptChoices, quickPlay } from "./quick_play.js";
import { accountTrouble } from "./account_trouble.js";
import { makeStage } from "./stage.js";

/**
 * @typedef {import("./name_field.js").NameState & { choices: import("./options.js").Choices,
 *   games: import("../types.js").Summary[] | null, isRefused: boolean }} State
 */

const RETRY_MS = 5000;
/* What newcomers do not see, or only below the first look. */
const lists = later(() => import("./my_games.js"));
const tables = later(() => import("./open_table.js"));

/** @returns {import("../page.js").Screen} */
export function open() {
  /** @type {State} */
  const state = { ...newName(), choices: keptChoices(), games: null, isRefused: false };
  const closed = new AbortController();
  const play = once(async () => {
    if (!(await ensureAccount(state))) return;
    const { id } = await post("/v1/games", gameBody(state.choices));
    await post(`/v1/games/${id}/start`);
    go(`/games/${id}`);
  }, redraw);
  const guide = once(async () => {
    if (await ensureAccount(state)) await startGuidedGame();
  }, redraw);
  const stage = makeStage();
  readGames(state, closed.signal);
  return {
    title: () => "",
    view: () => view(state, play, guide, stage.view()),
    close() {
      closed.abort();
      stage.close();
    },
  };
}

/** @param {State} state @param {{ isBusy: boolean, run(): void }} play @param {{ isBusy: boolean, run(): void }} guide @param {import("../dom.js").Child} stage */
function view(state, play, guide, stage) {
  const waiting = new Set(inboxItems().map(({ game }) => game));
  const rest = (state.games ?? []).filter((game) => !waiting.has(game.id));
  const isNew = !account() || (state.games?.length === 0 && !waiting.size);
  return h("div", { class: `start wide ${isNew ? "" : "known"}` },
    h("header", { class: "hero", key: "head" },
      h("h1", null, account() ? [t("start.hello.again"), h("bdi", null, account()?.name)] : t("start.hello")),
      h("div", { class: "hero-words" },
        isNew && h("p", { class: "hero-what" }, t("start.what")),
        h("div", { class: "hero-play" }, nameField(state), quickPlay(state.choices, play)),
        isNew && h("p", { class: "hero-guide" }, t("start.guide.why"), " ",
          h("button", { class: "as-link", onclick: guide.run, "aria-disabled": guide.isBusy ? "true" : null }, t("start.guide"))),
        h("p", { class: "hero-guide", key: "puzzles" }, t("start.puzzles.why"), " ", link("/puzzles", { class: "as-link" }, t("start.puzzles")))),
      stage,
      skylines()),
    state.isRefused && accountTrouble(() => { state.isRefused = false; redraw(); }),
    h("section", { class: "sheet row", key: "daily" },
      h("div", { class: "game-what" }, h("h2", null, t("daily.title")), h("p", { class: "soft" }, t("daily.start"))),
      link("/daily", { class: "cell-link" }, t("daily.back"))),
    account() && lists()?.inboxList(inboxItems()),
    account() && lists()?.myGames(rest, state.games === null),
    (!account() || lists()) && tables()?.openTable(state, t("start.people")));
}

/** @param {State} state @param {AbortSignal} signal */
async function readGames(state, signal) {
  if (!account()) return;
  try {
    const [playing, opened] = await Promise.all([get("/v1/games?player=me&status=playing&limit=50", signal), get("/v1/games?player=me&status=open&limit=20", signal)]);
    state.games = [...playing, ...opened];
  } catch (error) {
    if (signal.aborted) return;
    if (isTemporary(error)) {
      await sleep(RETRY_MS, signal);
      return readGames(state, signal);
    }
    if (!(error instanceof Problem)) throw error;
    state.isRefused = error.status === 401;
    if (!state.isRefused) {
      state.games = [];
      tell(error.message);
    }
  }
  redraw();
}
