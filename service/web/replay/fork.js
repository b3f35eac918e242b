// Play on from a version of a finished game.

import { h } from "../dom.js";
import { go } from "../page.js";
import { get, post } from "../api.js";
import { hasText, t } from "../language/texts.js";
import { becomePlayer } from "../register.js";
import { choice } from "./parts.js";

/**
 * A panel that forks a game.
 *
 * @param {string} game @param {string[]} names By seat. @param {() => number} version
 * @param {() => boolean} isUnderWay Whether there is something to play at that version. @param {() => void} changed
 */
export function makeFork(game, names, version, isUnderWay, changed) {
  const others = names.length - 1;
  let seat = "0";
  let bot = "";
  let isBusy = false;
  /** @type {{ name: string }[]} */
  let strategies = [];
  get("/v1/bots").then((found) => { strategies = found; bot = found[0]?.name ?? ""; changed(); }, () => {});

  async function fork() {
    isBusy = true;
    changed();
    try {
      await becomePlayer();
      const opened = await post(`/v1/games/${game}/forks`, { version: version(), seat: Number(seat), bots: bot ? Array(others).fill(bot) : [] });
      go(`/games/${opened.id}`);
    } finally {
      isBusy = false;
      changed();
    }
  }

  return () => h("details", { class: "sheet" },
    h("summary", null, h("h2", null, t("replay.fork"))),
    h("div", { class: "stack" },
      h("p", { class: "soft" }, t("replay.fork_why", { version: version() })),
      names.length > 1 && choice(t("replay.fork_seat"), names.map((name, each) => [String(each), name]), seat, (chosen) => { seat = chosen; changed(); }),
      names.length > 1 && choice(t("replay.fork_others"), [...strategies.map(({ name }) => /** @type {[string, string]} */ ([name, t("replay.fork_bots", { name: hasText(`start.bot.${name}`) ? t(`start.bot.${name}`) : name })])), ["", t("replay.fork_people")]], bot, (chosen) => { bot = chosen; changed(); }),
      isUnderWay()
        ? h("button", { class: "button", key: "do", type: "button", disabled: isBusy, onclick: fork }, t("replay.fork_do"))
        : h("p", { key: "none" }, t("replay.fork_none"))));
}
