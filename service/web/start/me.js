// The own account, the settings of this browser, and the record of games.

import { h } from "../dom.js";
import { go, redraw } from "../page.js";
import { account } from "../account.js";
import { get } from "../api.js";
import { Offline, Problem } from "../client.js";
import { t } from "../language/texts.js";
import { accountTrouble } from "./account_trouble.js";
import { accountSection } from "./me_account.js";
import { coachSection, newCoach, readCoach } from "./me_coach.js";
import { dataSection } from "./me_data.js";
import { otherAccount } from "./me_other.js";
import { newRecord, readRecord, recordHead, recordSection } from "./me_record.js";
import { settingsSection } from "./me_settings.js";
import { tokensSection } from "./me_tokens.js";

/** @typedef {import("../types.js").Schemas} Schemas */
/**
 * @typedef {{ me: Schemas["Account"] | null, tokens: Schemas["Token"][], made: Schemas["ShownToken"] | null, blocks: Schemas["ListedPlayer"][], statistics: Schemas["PlayerStatistics"] | null, record: import("./me_record.js").MyRecord, coach: import("./me_coach.js").CoachState, isRefused: boolean, isOffline: boolean, isAsking: boolean }} MeState
 *   `made`: a token that was just made, with its secret. `isAsking`: whether the account really is to be deleted.
 */

/** @returns {import("../page.js").Screen} */
export function open() {
  const closed = new AbortController();
  /** @type {MeState} */
  const state = { me: null, tokens: [], made: null, blocks: [], statistics: null, record: newRecord(), coach: newCoach(), isRefused: false, isOffline: false, isAsking: false };
  const look = () => read(state, closed.signal);
  look();
  return { title: () => t("page.me"), view: () => view(state, look, closed.signal), close: () => closed.abort() };
}

/** @param {MeState} state @param {() => void} look @param {AbortSignal} signal */
function view(state, look, signal) {
  const { me } = state;
  const known = me && account();
  return h("div", { class: "me wide stack" },
    known ? recordHead(me) : h("h1", { key: "title" }, t("page.me")),
    state.isRefused && accountTrouble(() => go("/")),
    state.isOffline && h("p", { role: "alert", key: "offline" }, t("trouble.offline"), " ", h("button", { class: "button quiet small", onclick: look }, t("trouble.again"))),
    known && recordSection(state),
    known && coachSection(state.coach, signal),
    h("div", { class: "start-columns", key: "columns" },
      h("div", { class: "stack", key: "left" }, known && accountSection(me, look), settingsSection(), otherAccount()),
      known && h("div", { class: "stack", key: "right" }, tokensSection(state, look), dataSection(state, look))));
}

/** @param {MeState} state @param {AbortSignal} signal */
async function read(state, signal) {
  if (!account()) return redraw();
  try {
    const [me, tokens, blocks, statistics] = await Promise.all(["/v1/players/me", "/v1/tokens", "/v1/players/me/blocks", "/v1/players/me/statistics"].map((path) => optional(path, signal)));
    Object.assign(state, { me, tokens: tokens ?? [], blocks: blocks ?? [], statistics, isRefused: false, isOffline: false });
    redraw();
    await Promise.all([readRecord(state.record, signal), readCoach(state.coach, signal)]);
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof Problem && error.status === 401) state.isRefused = true;
    else if (error instanceof Offline) state.isOffline = true;
    else throw error;
  }
  redraw();
}

/** What the token may not see is null. @param {string} path @param {AbortSignal} signal */
async function optional(path, signal) {
  try {
    return await get(path, signal);
  } catch (error) {
    if (error instanceof Problem && error.code === "scope_missing") return null;
    throw error;
  }
}
