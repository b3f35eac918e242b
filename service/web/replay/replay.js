// The replay of a game: /replay/<id>, `?at=<version>&seat=<n|all|none>&embed`.

import { h } from "../dom.js";
import { link, redraw } from "../page.js";
import { get, request } from "../api.js";
import { account, registerWatcher, token } from "../account.js";
import { loadCatalogue } from "../catalogue.js";
import { makeEnd } from "../end/end.js";
import { replayOf } from "../fold/fold.js";
import { t } from "../language/texts.js";
import { startExplaining } from "../table/explain.js";
import { audit, auditResult } from "./audit_panel.js";
import { allEvents } from "./events.js";
import { makeFork } from "./fork.js";
import { namesOfPlayers } from "./names.js";
import { copy, eyesValue, makePlayer } from "./player.js";

/** @typedef {import("./player.js").Eyes} Eyes */

/** @param {{ game: string, at?: string, seat?: string, embed?: string }} params @returns {Promise<import("../page.js").Screen>} */
export async function open({ game, at, seat, embed }) {
  if (!token()) await registerWatcher(t("table.guest")); // the service shows games to accounts only
  const [cards, view, events] = await Promise.all([loadCatalogue(), get(`/v1/games/${game}`), allEvents(game)]);
  startExplaining();
  const isFinished = view.status === "finished";
  const replay = replayOf(events, cards, account()?.id ?? null);
  const allEyes = eyesOf(view);
  const eyes = /** @type {Eyes} */ (allEyes[Math.max(0, allEyes.findIndex((each) => eyesValue(each) === seat))]);
  const players = await namesOfPlayers(replay);
  const address = (/** @type {number} */ version, /** @type {any} */ whose) =>
    `/replay/${game}?at=${version}&seat=${eyesValue(whose)}${embed === undefined ? "" : "&embed"}`;
  const player = makePlayer(replay, {
    players, at: at ? Number(at) || undefined : undefined, eyes, allEyes,
    onMove: (version, whose) => history.replaceState(null, "", address(version, whose)),
  });
  const end = isFinished ? makeEnd(view, { replay }) : null;
  const here = () => address(player.version(), player.eyes());
  const fork = isFinished && embed === undefined ? makeFork(game, player.names.seats, player.version, redraw) : () => null;
  /** @type {import("./audit_panel.js").Audit} */
  let audited = {};
  const readLog = async () => new TextEncoder().encode((await request("GET", `/v1/games/${game}/log`)).body);
  const verify = () => audit(readLog, cards, (next) => { audited = next; redraw(); });
  const title = () => t("replay.title", { name: view.name ?? player.names.seats.join(", ") });

  return {
    title,
    view: () => h("div", { class: "replay stack" },
      h("div", { class: "row replay-head" }, h("h1", null, title()),
        h("button", { class: "button quiet small", type: "button", onclick: () => copy(location.origin + here()) }, t("replay.copy")),
        embed !== undefined && h("a", { class: "button quiet small", href: here().replace("&embed", ""), target: "_blank" }, t("replay.whole")),
        embed === undefined && link(`/games/${game}`, { class: "button quiet small" }, t("replay.to_table"))),
      player.view(
        player.isAtEnd() && end?.view(),
        fork(),
        isFinished && embed === undefined && h("section", { class: "sheet stack" },
          h("h2", null, t("audit.panel")), h("p", { class: "soft" }, t("audit.why")),
          auditResult(audited, player.names.seats),
          !audited.found && h("button", { class: "button quiet", type: "button", onclick: verify, disabled: audited.progress !== undefined && !audited.trouble }, t("audit.verify"))))),
    close() {
      player.close();
      end?.close();
    },
  };
}

/** Whose eyes the account may have: before the end only its own seat's and a spectator's. @param {Record<string, any>} view @returns {Eyes[]} */
function eyesOf({ status, seat, seats }) {
  if (status === "finished") return ["all", ...seats.map((/** @type {any} */ each) => each.seat), null];
  return seat === null ? [null] : [seat, null];
}
