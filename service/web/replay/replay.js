// The replay of a game: /replay/<id>, `?at=<version>&seat=<n|all|none>&embed`.

import { onHost, toShare } from "../address.js";
import { h } from "../dom.js";
import { later, loaded, link, redraw } from "../page.js";
import { get, request } from "../api.js";
import { account, token } from "../account.js";
import { registerWatcher } from "../register.js";
import { loadCatalogue } from "../catalogue.js";
import { replayOf, tableAt } from "../fold/fold.js";
import { t } from "../language/texts.js";
import { isRevealed } from "../end/outcome.js";
import { makeAround } from "../motion/around.js";
import { startExplaining } from "../table/explain.js";
import { makeAnalysis } from "../analysis/panel.js";
import { allEvents } from "./events.js";
import { makeFork } from "./fork.js";
import { namesOf, playersOf } from "./names.js";
import { copy, eyesValue, makePlayer } from "./player.js";
import { saveWithProof } from "../saving.js";

/** @typedef {import("./player.js").Eyes} Eyes */
/** @typedef {import("../types.js").View} View */

/** @param {{ game: string, at?: string, seat?: string, embed?: string }} params @returns {Promise<import("../page.js").Screen>} */
export async function open({ game, at, seat, embed }) {
  if (!token()) await registerWatcher(t("table.guest")); // the service shows games to accounts only
  /** @type {Promise<View>} */
  const viewing = get(`/v1/games/${game}`);
  const seated = viewing.then(({ seats }) => namesOf(seats.map(({ player }) => player?.id)));
  const [cards, view, seatedNames, events] = await Promise.all([loadCatalogue(), viewing, seated, allEvents(game)]);
  startExplaining();
  const isFinished = view.status === "finished";
  const isOpen = isRevealed(view);
  const replay = replayOf(events, cards, account()?.id ?? null);
  const allEyes = eyesOf(view);
  const eyes = /** @type {Eyes} */ (allEyes[Math.max(0, allEyes.findIndex((each) => eyesValue(each) === seat))]);
  const players = await namesOf(playersOf(replay), seatedNames);
  const address = (/** @type {number} */ version, /** @type {Eyes} */ whose) =>
    `/replay/${game}?at=${version}&seat=${eyesValue(whose)}${embed === undefined ? "" : "&embed"}`;
  const player = makePlayer(replay, {
    players, at: Math.trunc(Number(at)) || undefined, eyes, allEyes,
    onMove: (version, whose) => history.replaceState(null, "", onHost(address(version, whose))),
  });
  const isWhole = isOpen && embed === undefined;
  /** @type {ReturnType<import("../end/end.js").makeEnd> | null} */
  let end = null;
  const ending = later(() => import("../end/end.js"));
  const analysis = isWhole && view.result ? makeAnalysis(view, replay, player.names.seats, player.jump) : null;
  const endPanel = () => {
    end ??= ending()?.makeEnd(view, { replay }) ?? null;
    return end?.view();
  };
  const here = () => address(player.version(), player.eyes());
  const fork = isWhole ? makeFork(game, player.names.seats, player.version, () => ![null, "finished"].includes(tableAt(replay, player.version()).phase), redraw) : () => null;
  /** @type {typeof import("./audit_panel.js") | null} */
  let auditing = null;
  /** @type {import("./audit_panel.js").Audit} */
  let audited = {};
  const readLog = async () => new TextEncoder().encode((await request("GET", `/v1/games/${game}/log`)).body);
  const verify = async () => {
    auditing = await loaded(import("./audit_panel.js"));
    await auditing.audit(readLog, cards, (next) => { audited = next; redraw(); });
  };
  const motion = makeAround(() => null);
  const title = () => t("replay.title", { name: view.name ?? player.names.seats.join(", ") });

  return {
    title,
    view: () => h("div", { class: "replay stack" },
      h("div", { class: "row replay-head" }, h("h1", null, title()),
        h("button", { class: "button quiet small", type: "button", onclick: () => copy(toShare(here())) }, t("replay.copy")),
        embed !== undefined && h("a", { class: "button quiet small", href: onHost(here()).replace("&embed", ""), target: "_blank" }, t("replay.whole")),
        embed === undefined && link(`/games/${game}`, { class: "button quiet small" }, t("replay.to_table"))),
      player.view(
        player.isAtEnd() && isFinished && endPanel(),
        analysis?.view(player.version()),
        fork(),
        isWhole && h("section", { class: "sheet stack" },
          h("h2", null, t("audit.panel")), h("p", { class: "soft" }, t("audit.why")),
          auditing?.auditResult(audited, player.names.seats),
          !audited.found && h("button", { class: "button quiet", type: "button", onclick: verify, disabled: audited.progress !== undefined && !audited.trouble }, t("audit.verify")),
          h("button", { class: "button quiet", type: "button", onclick: () => saveWithProof(game) }, t("audit.keep"))))),
    around: motion.around,
    close() {
      motion.end();
      player.close();
      end?.close();
      analysis?.close();
    },
  };
}

/** Whose eyes the account may have: while the game has secrets only its own seat's and a spectator's. @param {View} view @returns {Eyes[]} */
function eyesOf(view) {
  const { seat, seats } = view;
  if (isRevealed(view)) return ["all", ...seats.map((each) => each.seat), null];
  return seat === null ? [null] : [seat, null];
}
