// A player at the table: what is selected, what is pending, and what a tap, a drop or a key leads to.

import { request } from "../api.js";
import { withNames } from "../catalogue.js";
import { redraw, tell } from "../page.js";
import { keep, kept } from "../settings.js";
import { enumerate, t } from "../language/texts.js";
import { promptText } from "./actions.js";
import { mainOption, optionsOf, placeable, possible, preview, recyclesInto, stillPossible, whyNotReady } from "./plan.js";
import { createQueue } from "./queue.js";
import { cardsToPlan, held, ownSeat } from "./rules.js";
import { byUse } from "./sites.js";
import { pendingOf, storePending } from "./stored.js";
import { playerName } from "./seats.js";

/** @typedef {import("./rules.js").Intention} Intention */
/** @typedef {import("./rules.js").View} View */
/** @typedef {import("./plan.js").Thing} Thing */
/** @typedef {import("./plan.js").Option} Option */
/**
 * What the parts of the own board show, and what they lead to.
 *
 * `view`, `seat`, `legal`: after what is pending. `targets`: where the selected thing can go. `isExplicit`: the player has
 * selected it. `marked`: the first card of a redraw. `heldCount`: moves that wait until they are sent. `prompt`: what to do.
 *
 * @typedef {{
 *   view: View, seat: import("./rules.js").Seat, legal: Intention[], pending: Intention[], targets: Map<string, Option[]>, selected: Thing | null, isExplicit: boolean,
 *   marked: string | null, dragged: string | null, isPlanFirst: boolean, isHelpOpen: boolean, others: string, heldCount: number,
 *   isSending: boolean, canUndo: boolean, prompt: string,
 *   act(intentions: Intention[]): void, select(thing: Thing | null): void, put(target: string): void, tap(tapped: Thing): void,
 *   held(item: string): number, isSelected(thing: Thing): boolean, itemOf(intention: Intention | undefined): string,
 *   tabStop(row: string, name: string): boolean, focused(row: string, name: string): void, quick(name: string): void,
 *   mark(card: string): void, undo(): void, ready(): void, whyNot(card: string): string, togglePlanFirst(): void, toggleHelp(): void,
 *   drag(thing: Thing | null): void
 * }} Play
 */

/** These show something hidden, or end the phase: they are sent at once, with all that waits. */
const AT_ONCE = ["draft", "redraw", "keep", "choose", "ready", "auto_ready"];
/** What the quick ways stand for. @type {Record<string, (view: View) => Intention[]>} */
const QUICK = {
  slate_all: (view) => cardsToPlan(view).map((card) => ({ type: "slate", card })),
  recycle_rest: (view) => cardsToPlan(view).map((card) => ({ type: "recycle", card, onto: "empire" })),
  place_rest_on_empire: (view) => Array.from({ length: held(view, view.step) }, () => ({ type: "place", item: view.step ?? "", onto: "empire" })),
};

/**
 * @param {string} id of the game @param {ReturnType<typeof import("../live/game.js").followGame>} game
 * @param {AbortSignal} signal ends it
 */
export function createSession(id, game, signal) {
  /** @type {Thing | null} */
  let selected = null;
  /** @type {string | null} */
  let marked = null;
  /** @type {string | null} */
  let dragged = null;
  let isHelpOpen = false;
  let isRestored = false;
  let isPlanFirst = Boolean(kept("plan_first"));
  /** Row → the thing of it that is in the tab order. @type {Map<string, string>} */
  const stops = new Map();

  const path = `/v1/games/${id}`;
  const queue = createQueue({
    async send(intentions, key) {
      const { body } = await request("POST", `${path}/intentions`, { body: intentions, headers: { "Idempotency-Key": key, Prefer: "return=representation" } });
      return body;
    },
    async undo({ key, version }) {
      const { body } = await request("POST", `${path}/undo`, { body: { version }, headers: { "Idempotency-Key": key, Prefer: "return=representation" } });
      return body;
    },
    onAnswer: game.answered,
    onChange() {
      storePending(id, known(), queue.kept());
      redraw();
    },
    onRefused(problem) {
      tell(refusalText(problem));
    },
  }, signal);

  /** The view: nobody draws or moves before there is one. */
  const known = () => /** @type {View} */ (game.state().view);

  /** The view with what is pending. */
  function shown() {
    const [view, { legal }] = [known(), game.state()];
    const pending = stillPossible(view, queue.pending());
    return { view: preview(view, pending), legal: possible(view, legal, pending), pending };
  }

  /** Do what is still possible of this: a second tap may come before the screen has changed. @param {Intention[]} wanted */
  function act(wanted) {
    const intentions = stillPossible(shown().view, wanted);
    if (!intentions.length) return;
    select(null);
    const isUrgent = intentions.some(({ type }) => AT_ONCE.includes(type));
    queue.add(intentions, isPlanFirst && !isUrgent);
  }

  /** @param {Thing | null} thing */
  function select(thing) {
    [selected, marked] = [thing, null];
    redraw();
  }

  /** What is selected: without a choice of the player, the cubes of the step. @param {View} view @param {Intention[]} legal @returns {{ thing: Thing | null, isExplicit: boolean }} */
  function selection(view, legal) {
    if (selected) return { thing: selected, isExplicit: true };
    return { thing: view.step && placeable(legal).includes(view.step) ? { item: view.step } : null, isExplicit: false };
  }

  /** @returns {Play} */
  function play() {
    const { view, legal, pending } = shown();
    const seat = ownSeat(view);
    const isPaused = Boolean(view.pause?.until);
    const { thing, isExplicit } = selection(view, legal);
    const options = optionsOf(legal, thing).filter(({ target }) => target !== "discard");
    /** @type {Map<string, Option[]>} */
    const targets = Map.groupBy(options, ({ target }) => target);
    const others = namesOf(view, game.state().table, view.waiting_on.filter((each) => each !== view.seat));

    /** Put the selected thing there. @param {string} target */
    function put(target) {
      const found = targets.get(target) ?? [];
      if (found.length === 1) act(found.map(({ intention }) => intention));
      else if (found.length) select({ card: target });
    }

    /** @param {Thing} tapped */
    function tap(tapped) {
      const own = optionsOf(legal, tapped);
      const main = mainOption(own);
      if (isExplicit && "card" in tapped && targets.has(tapped.card)) put(tapped.card);
      else if (!same(selected, tapped)) select(tapped);
      else if (main) act([main.intention]);
      else select(null);
    }

    return {
      view, legal, seat, targets, isExplicit, selected, marked, dragged, isPlanFirst, isHelpOpen, others,
      pending, heldCount: isPaused ? 0 : queue.heldCount(), isSending: queue.isSending(),
      canUndo: !isPaused && (pending.length > 0 || (known().undoable !== null && !queue.isSending())),
      prompt: "",
      act, select, put, tap,
      held: (/** @type {string} */ item) => held(view, item),
      isSelected: (/** @type {Thing} */ each) => same(thing, each),
      itemOf: (/** @type {Intention | undefined} */ intention) => intention?.item ?? recyclesInto(intention?.card ?? ""),
      tabStop: (/** @type {string} */ row, /** @type {string} */ name) => stopOf(row, view, legal) === name,
      focused(/** @type {string} */ row, /** @type {string} */ name) {
        if (stops.get(row) === name) return;
        stops.set(row, name);
        redraw();
      },
      quick: (/** @type {string} */ name) => act(QUICK[name]?.(view) ?? []),
      mark(/** @type {string} */ card) {
        const first = marked;
        if (first && first !== card) return act([{ type: "redraw", cards: [first, card].sort() }]);
        marked = first === card ? null : card;
        redraw();
      },
      undo() {
        if (isPaused) tell(t("menu.pause.paused"));
        else if (pending.length || known().undoable !== null) queue.undo(known().undoable);
        else tell(t("play.why.no_undo"));
      },
      ready() {
        const why = whyNotReady(view);
        if (!isPaused && queue.heldCount()) queue.flush();
        else if (why) tell(t(why, { names: others }));
        else act([{ type: "ready" }]);
      },
      whyNot: (/** @type {string} */ card) => whyNotCard(view, card, others),
      togglePlanFirst() {
        isPlanFirst = !isPlanFirst;
        keep("plan_first", isPlanFirst);
        if (!isPlanFirst && !isPaused) queue.flush();
        redraw();
      },
      toggleHelp() {
        isHelpOpen = !isHelpOpen;
        redraw();
      },
      drag(/** @type {Thing | null} */ thing) {
        dragged = thing && ("card" in thing ? thing.card : thing.item);
        if (thing) select(thing);
        else redraw();
      },
    };
  }

  /** @param {string} row @param {View} view @param {Intention[]} legal */
  function stopOf(row, view, legal) {
    const seat = ownSeat(view);
    /** @type {Record<string, string[]>} */
    const rows = { hand: view.hand, candidates: view.candidates, drafted: seat.drafted, sites: byUse(seat.construction, view.step).map(({ card }) => card), built: seat.constructed, tray: placeable(legal), picks: [...seat.drafted, ...(view.picked ? [view.picked] : [])] };
    const names = rows[row] ?? [];
    const last = stops.get(row);
    return last !== undefined && names.includes(last) ? last : names[0];
  }

  return {
    isOffline: queue.isOffline,
    play() {
      const found = play();
      return { ...found, prompt: promptText(found) };
    },
    /** The service has told something new. @param {import("../live/game.js").GameState} now @param {import("../live/game.js").GameState} before */
    changed(now, before) {
      const told = now.view;
      if (!told || told === before.view || told.seat === null) return;
      if (!isRestored) {
        isRestored = true;
        const found = pendingOf(id, told);
        if (found) queue.restore(found, isPlanFirst || Boolean(told.pause?.until));
      }
      const from = before.view?.version ?? told.version;
      queue.confirm(now.events.filter(({ version, seat }) => seat === told.seat && version > from && version <= told.version));
      const pending = queue.pending();
      const possibleNow = stillPossible(told, pending);
      if (!told.pause?.until && possibleNow.length < pending.length && queue.keepWaiting(possibleNow.length - (pending.length - queue.kept().waiting.length))) tell(t("play.dropped"));
      const { view, legal } = shown();
      if (selected && !optionsOf(legal, selected).length && !isOnTable(view, selected)) selected = null;
    },
  };
}

/** @param {Thing | null} a @param {Thing | null} b */
function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether a selected card still lies where it can be looked at. @param {View} view @param {Thing} thing */
function isOnTable(view, thing) {
  if (!("card" in thing)) return false;
  const seat = ownSeat(view);
  const sites = seat.construction.map(({ card }) => card);
  return [...view.hand, ...view.candidates, ...seat.drafted, ...seat.constructed, ...sites, view.picked].includes(thing.card);
}

/** Why nothing can be done with a card. @param {View} view @param {string} card @param {string} others */
function whyNotCard(view, card, others) {
  const seat = ownSeat(view);
  if (view.pause?.until) return t("menu.pause.paused");
  if (seat.constructed.includes(card)) return t("play.why.built");
  if (view.picked === card) return t("play.why.picked_this", { names: others });
  if (view.phase === "draft" && seat.drafted.includes(card)) return t("play.why.planning_later");
  if (view.phase === "draft" && !view.picked) return t("play.why.pick");
  return t(whyNotReady(view) ?? "play.why.nothing", { names: others });
}

/** @param {import("../client.js").Problem} problem */
function refusalText(problem) {
  return t("play.refused", { why: withNames(problem.errors[0]?.detail ?? problem.message) });
}

/** @param {View} view @param {import("../live/game.js").GameState["table"]} table @param {number[]} seats */
function namesOf(view, table, seats) {
  const names = seats.map((seat) => playerName(view.seats[seat].player, table.names?.[seat]) ?? "");
  return enumerate(names);
}
