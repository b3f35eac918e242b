// A replay that plays: where it stands, whose eyes it has, and how it looks.

import { h } from "../dom.js";
import { announce, redraw, tell } from "../page.js";
import { t } from "../language/texts.js";
import { winnersOf } from "../end/outcome.js";
import { lastVersion, tableAt, viewAt } from "../fold/fold.js";
import { board, momentText } from "./board.js";
import { curves } from "./curves.js";
import { growthOf, momentAt, momentsOf, neighbour, roundTicks } from "./moments.js";
import { followMove, movesList } from "./moves.js";
import { namesOfSeats } from "./names.js";
import { choice } from "./parts.js";
import { everyone } from "../table/everyone.js";
import { cardsNamed, sentence } from "./sentences.js";
import { timeline } from "./timeline.js";

const MS = 1000;
const ADDRESS_PAUSE_MS = 300;
/** How long after a step what is out of sight is drawn. */
const REST_MS = 120;

/** @typedef {number | null | "all"} Eyes */

/**
 * A player of a replay.
 *
 * @param {import("../fold/fold.js").Replay} replay
 * @param {{ players: Record<string, string | null>, at?: number, eyes: Eyes, allEyes: Eyes[], onMove?: (version: number, eyes: Eyes) => void }} options
 *   `players`: names by id. `at`: the version, by default that of the start. `allEyes`: what may be chosen. `onMove`: called soon after the version or the eyes have changed.
 */
export function makePlayer(replay, { players, at, eyes: firstEyes, allEyes, onMove = () => {} }) {
  const last = lastVersion(replay);
  const moments = momentsOf(replay);
  const growth = growthOf(replay);
  const ticks = roundTicks(moments, 1);
  const names = { players, seats: namesOfSeats(replay, players) };
  const end = tableAt(replay, last);
  const winners = end.result ? winnersOf(end.result.ranking, end.seats) : [];
  let eyes = firstEyes;
  let version = Math.min(Math.max(1, at ?? moments.find(({ phase }) => phase)?.first ?? 1), last);
  let speed = 2;
  let followed = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let address;
  const late = latePanels();
  let moves = movesList(replay, moments, names, eyes, jump);

  /** @param {number} to */
  function jump(to) {
    version = Math.min(Math.max(1, to), last);
    if (version === last) stop();
    changed();
  }

  function changed() {
    clearTimeout(address);
    address = setTimeout(() => onMove(version, eyes), ADDRESS_PAUSE_MS);
    late.postpone();
    redraw();
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
  }

  function play() {
    if (timer) {
      stop();
      announce(`${momentText(momentAt(moments, version))}. ${happened()}`);
    } else {
      if (version === last) version = 1;
      timer = setInterval(() => jump(version + 1), MS / speed);
    }
    changed();
  }

  const happened = () => sentence(replay.events[version - 1], names, eyes);
  const keys = {
    jump: (/** @type {number} */ to) => { stop(); jump(to); },
    step: (/** @type {1 | -1} */ ahead) => { stop(); jump(version + ahead); announce(happened()); },
    phase: (/** @type {1 | -1} */ ahead) => { stop(); jump(neighbour(moments, version, ahead)); announce(momentText(momentAt(moments, version))); },
    play,
    speed(/** @type {number} */ chosen) {
      speed = chosen;
      if (timer) { stop(); play(); }
      redraw();
    },
  };
  /** @type {Record<string, () => void>} */
  const shortcuts = {
    ArrowLeft: () => keys.step(-1), ArrowRight: () => keys.step(1), Home: () => keys.jump(1), End: () => keys.jump(last),
    PageUp: () => keys.phase(-1), PageDown: () => keys.phase(1), " ": play,
  };

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const action = shortcuts[event.key];
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || (event.key === " " && /^(BUTTON|A|SUMMARY)$/.test(target.tagName));
    if (!action || isTyping || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    action();
  }
  document.addEventListener("keydown", onKey);

  /** @param {string} chosen */
  function look(chosen) {
    eyes = chosen === "all" ? "all" : chosen === "none" ? null : Number(chosen);
    moves = movesList(replay, moments, names, eyes, jump);
    changed();
  }

  const label = () => momentText(momentAt(moments, version));
  return {
    names,
    version: () => version,
    jump: keys.jump,
    eyes: () => eyes,
    isAtEnd: () => version === last,
    /** The whole player. @param {import("../dom.js").Child} [top] what stands above the table @param {...import("../dom.js").Child} more panels under the list of moves */
    view(top, ...more) {
      if (followed !== version) queueMicrotask(followMove); // after the drawing
      followed = version;
      const shown = viewAt(replay, version, eyes, players);
      return h("div", { class: "replay-player" },
        timeline({ version, last, moments, isPlaying: timer !== undefined, speed, sentence: happened(), cards: cardsNamed(replay.events[version - 1], eyes) }, keys),
        top && h("div", { class: "player-top" }, top),
        shown.seats.length > 1 && shown.phase && everyone(shown, null),
        h("div", { class: "player-table" },
          h("div", { class: "eyes" }, choice(t("replay.eyes"), allEyes.map((each) => [eyesValue(each), eyesText(each, names.seats)]), eyesValue(eyes), look)),
          board(shown, { seats: tableAt(replay, version).seats, names: names.seats, winners: version === last ? winners : [], drawn: late.drawn, isDue: late.isDue })),
        h("aside", { class: "player-side stack" },
          h("section", { class: "sheet stack", "aria-label": t("replay.growth") },
            curves({ title: t("replay.score"), names: names.seats, values: growth.score, at: version - 1, label, ticks }),
            curves({ title: t("replay.production"), names: names.seats, values: growth.production, at: version - 1, label, ticks })),
          h("section", { class: "sheet stack" }, h("h2", null, t("replay.moves")), moves(version)),
          ...more));
    },
    close() {
      stop();
      late.close();
      clearTimeout(address);
      document.removeEventListener("keydown", onKey);
    },
  };
}

/** The panels of seats out of sight are drawn once nobody steps any more, or as soon as somebody scrolls: so a step pays for what is seen. */
function latePanels() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest;
  const drawAll = () => { clearTimeout(rest); rest = undefined; redraw(); };
  const onScroll = () => rest && drawAll();
  addEventListener("scroll", onScroll, { passive: true });
  return {
    /** @type {Map<number, import("../dom.js").VNode>} */
    drawn: new Map(),
    postpone() { clearTimeout(rest); rest = setTimeout(drawAll, REST_MS); },
    /** @param {number} seat */
    isDue: (seat) => !rest || isInSight(document.querySelector(`.board-seat.seat-${seat}`)),
    close() { clearTimeout(rest); removeEventListener("scroll", onScroll); },
  };
}

/** @param {Element | null} element */
function isInSight(element) {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  return top < innerHeight && bottom > 0;
}

/** @param {Eyes} eyes */
export const eyesValue = (eyes) => (eyes === null ? "none" : String(eyes));

/** @param {Eyes} eyes @param {string[]} names */
function eyesText(eyes, names) {
  if (eyes === "all") return t("replay.eyes_all");
  return eyes === null ? t("replay.eyes_none") : names[eyes] ?? "";
}

/** Copy a text, and tell so. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    tell(t("replay.copied"));
  } catch {
    tell(text); // without the clipboard, as over http: to be copied by hand
  }
}
