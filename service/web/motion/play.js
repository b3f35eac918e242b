// Lets things move around a change of the page: pictures of them fly over it, and nobody has to wait for them.
//
// moments.js decides what moves. The target of a picture is hidden until it arrives, and is there for clicks all the time. Where the
// same thing moves again, its new motion begins where the old one is. What was taken back moves nothing, and ends all that moves.

import { cardBack, cardFace, typeMark } from "../cards/card.js";
import { designOf } from "../catalogue.js";
import { cube } from "../cards/cubes.js";
import { h } from "../dom.js";
import { kept, mayMove } from "../settings.js";
import { motionsBetween, placed } from "./moments.js";
import { layer, pictureOf, pictureOfCard, pictureOfCount, pictureOfCube, pictureOfHand, takeOff } from "./pictures.js";
import { buildUp } from "./scene.js";
import { playMoment, playSound } from "./sounds.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("./moments.js").Box} Box */
/** @typedef {import("./moments.js").Placed} Placed */
/** @typedef {{ element: HTMLElement, box: Box }} Seen */
/** A picture on its way to a target. `end` takes it off at once. @typedef {{ picture: import("./pictures.js").Picture, target: Element, animation: Animation, end(): void }} Flight */
/** @typedef {KeyframeAnimationOptions & { delay: number, duration: number }} Timing */

const SHIFT_MS = 260;
const SHIFT_MIN_PIXELS = 4;
/** So much of the window's width do passed hands travel. */
const PASS_SHARE = 0.35;
const DEAL_PIXELS = 36;
/** Widths of pictures of things that the table shows smaller. */
const SMALL_CARD_PIXELS = 60;
const CUBE_PIXELS = { min: 14, max: 32 };
/** How large things are half-way, times their size. */
const LIFTED = { card: 1.1, cube: 1.35, token: 1.9 };
const LIFT_PIXELS = 26;
const CARD_KINDS = ["draft", "slate", "build", "reveal", "recycle"];
const EASE = "cubic-bezier(.3, .1, .3, 1)";

/** The motions of one screen. @param {boolean} [hasScene] whether it shows the end of a game already */
export function makeMotion(hasScene = false) {
  /** @type {View | null} */
  let known = null;
  /** By the thing that flies. @type {Map<string, Flight>} */
  const flights = new Map();
  /** @type {Animation[]} */
  let shifts = [];
  let serial = 0;

  function end() {
    for (const flight of [...flights.values()]) flight.end();
    for (const each of shifts.splice(0)) each.cancel();
  }

  /** @param {import("./moments.js").Motion[]} motions @param {Element} root @param {() => void} change */
  function changeMoving(motions, root, change) {
    const spots = motions.flatMap(({ from, to }) => [...from, ...to]);
    const was = look(root, spots);
    for (const [spot, { picture }] of flights) if (was.has(spot)) was.set(spot, { element: picture.element, box: picture.element.getBoundingClientRect() });
    for (const each of shifts) each.cancel();
    change();
    const is = look(root, spots);
    const window = { width: innerWidth, height: innerHeight };
    for (const each of placed(motions, (spot) => was.get(spot)?.box ?? null, (spot) => is.get(spot)?.box ?? null, window)) start(each, was, is).forEach((flight) => keep(each, flight));
    const moved = new Set(motions.flatMap(({ to }) => to));
    shifts = [...is].flatMap(([spot, { element, box }]) => {
      const from = was.get(spot)?.box;
      return from && spot.startsWith("card ") && !moved.has(spot) && !flights.has(spot) ? shift(element, from, box) : [];
    });
  }

  /** @param {Placed} motion @param {Flight} flight */
  function keep({ kind, target }, flight) {
    const name = CARD_KINDS.includes(kind) && target.startsWith("card ") ? target : `${kind} ${++serial}`;
    flights.get(name)?.end();
    const takeOffNow = flight.end;
    flight.end = () => { if (flights.get(name) === flight) flights.delete(name); takeOffNow(); };
    flight.animation.finished.then(() => flight.end(), () => {}); // what is cancelled was ended
    flights.set(name, flight);
  }

  return {
    /** Change the page, and let move what goes on. @param {View | null} view of the game, as the page shows it @param {Element} root @param {() => void} change */
    around(view, root, change) {
      const before = known;
      known = view;
      const motions = before && view && before !== view ? motionsBetween(before, view) : [];
      if (!motions) end();
      if (before?.status === "playing" && view?.status === "finished" && kept("sounds")) playSound("end");
      if (!motions?.length || document.hidden) change();
      else {
        if (kept("sounds")) playMoment(motions);
        if (mayMove()) changeMoving(motions, root, change);
        else change();
      }
      for (const flight of [...flights.values()]) if (!flight.target.isConnected) flight.end();
      const scene = root.querySelector(".scene");
      if (scene && !hasScene && mayMove() && !document.hidden) {
        end();
        buildUp(scene);
      }
      hasScene = Boolean(scene);
    },
    end,
  };
}

/** What stands at these spots, and all cards of the own board. @param {Element} root @param {string[]} spots @returns {Map<string, Seen>} */
function look(root, spots) {
  /** @type {Map<string, HTMLElement>} */
  const found = new Map();
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-flight^="card "]'))) found.set(card.dataset.flight ?? "", card);
  for (const spot of spots) {
    const element = found.get(spot) ?? elementOf(root, spot);
    if (element) found.set(spot, element);
  }
  return new Map([...found].map(([spot, element]) => [spot, { element, box: boxOf(element) }]));
}

/** Where an element stands. In a place that is hidden nothing is laid out: there it is the place itself. @param {Element} element */
function boxOf(element) {
  return (element.checkVisibility() ? element : element.closest(".place") ?? element).getBoundingClientRect();
}

/** Start a motion. @param {Placed} motion @param {Map<string, Seen>} was @param {Map<string, Seen>} is @returns {Flight[]} none: the element itself moves */
function start(motion, was, is) {
  const { kind, what, target, start: from, end: to, at, ms } = motion;
  const there = is.get(target)?.element ?? was.get(target)?.element ?? document.body;
  /** @type {Timing} */
  const timing = { delay: at, duration: ms, easing: EASE, fill: "backwards", id: kind };
  if (kind === "pulse") there.animate([{}, { transform: "scale(1.45)" }, {}], timing);
  else if (kind === "deal") listOf(there).animate([{ transform: `translateY(${-DEAL_PIXELS}px)`, opacity: 0 }, {}], timing);
  else if (kind === "pass") return [passOn(motion, was, there, timing)];
  else if (kind === "points") return isUnderDock(there, from) ? [] : [fly(pictureOfCount(there, from, motion.values ?? [0, 0], timing), [], there, timing, true)];
  else if (CARD_KINDS.includes(kind)) return [flyCard(motion, was, is, there, timing)];
  else if (kind === "hand") {
    const picture = pictureOfCard(cardBack(), SMALL_CARD_PIXELS);
    return [fly(picture, way(picture, from, to, [from.width / SMALL_CARD_PIXELS, 0.7, to.width / SMALL_CARD_PIXELS]), there, timing)];
  } else {
    const picture = pictureOfCube(cube(what), Math.min(Math.max(CUBE_PIXELS.min, Math.min(to.width, to.height)), CUBE_PIXELS.max));
    const scales = [0.7, kind === "win" || kind === "earn" ? LIFTED.token : LIFTED.cube, 1];
    return [fly(picture, way(picture, from, to, scales, LIFT_PIXELS), there, timing, kind === "cube")];
  }
  return [];
}

/** A card that goes to its place; a finished one turns on its way, a recycled one shrinks where it lies. @param {Placed} motion @param {Map<string, Seen>} was @param {Map<string, Seen>} is @param {HTMLElement} there @param {Timing} timing */
function flyCard({ kind, what, from, start: begin, end }, was, is, there, timing) {
  const face = was.get(from.find((spot) => was.has(spot)) ?? "")?.element.closest(".motion-picture, .card");
  const old = /** @type {HTMLElement | null} */ (face?.querySelector(".card") ?? face ?? null);
  const width = Math.max(SMALL_CARD_PIXELS, begin.width, old ? end.width : 0);
  const small = kind === "build" ? cardFace(what, { flight: false }) : h("span", { class: `card motion-card ${designOf(what).type}` }, typeMark(designOf(what).type)); // too small to be read
  const picture = old ? pictureOf(old, width) : pictureOfCard(small, width);
  const isFace = there.classList.contains("card") && kind !== "recycle";
  const half = Math.max(Math.min(width, Math.max(begin.width, end.width)), old ? 0 : SMALL_CARD_PIXELS);
  const scales = kind === "recycle" ? [begin.width / width, 0.6, 0.2] : [begin.width / width, (LIFTED.card * half) / width, end.width / width];
  const frames = way(picture, begin, end, scales);
  if (kind !== "build") return fly(picture, isFace ? frames : fading(frames), there, timing, isFace);
  const back = pictureOfCard(cardFace(what, { flight: false }), width).element.firstElementChild;
  if (back) picture.element.append(back);
  back?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1, offset: 0.5 }, { opacity: 1 }], timing);
  return fly(picture, turning(frames), there, timing, isFace);
}

/** The old hand leaves to the side of the round, and the new one comes from the other (R12). @param {Placed} motion @param {Map<string, Seen>} was @param {HTMLElement} there @param {Timing} timing */
function passOn({ what, from }, was, there, timing) {
  const x = (what === "left" ? -1 : 1) * innerWidth * PASS_SHARE;
  listOf(there).animate([{ transform: `translateX(${-x}px)`, opacity: 0 }, {}], { ...timing, id: "pass-here" });
  const picture = pictureOfHand(from.flatMap((spot) => was.get(spot)?.box ?? []));
  return fly(picture, [{ transform: "translateX(0)", opacity: 1 }, { transform: `translateX(${x}px)`, opacity: 0 }], document.body, { ...timing, id: "pass-on" });
}

/** Whether the dock at the lower edge hides this, over which a picture would fly. @param {Element} element @param {Box} box */
function isUnderDock(element, box) {
  const dock = element.closest(".table")?.querySelector(".dock");
  return Boolean(dock && dock.getBoundingClientRect().top < box.top + box.height);
}

/** The list that a card lies in. @param {HTMLElement} card @returns {HTMLElement} */
function listOf(card) {
  return card.closest("ul") ?? card;
}

/** A card that makes room slides. @param {HTMLElement} element @param {Box} from @param {Box} to @returns {Animation[]} */
function shift(element, from, to) {
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (Math.abs(x) + Math.abs(y) < SHIFT_MIN_PIXELS || !to.width || !from.width) return [];
  const begin = { transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})`, transformOrigin: "0 0" };
  return [element.animate([begin, { transformOrigin: "0 0" }], { duration: SHIFT_MS, easing: "ease-out", id: "shift" })];
}

/** Let a picture fly. @param {import("./pictures.js").Picture} picture @param {Keyframe[]} frames @param {HTMLElement} target @param {Timing} timing @param {boolean} [hides] the target until it arrives @returns {Flight} */
function fly(picture, frames, target, timing, hides = false) {
  layer().append(picture.element);
  const animation = picture.element.animate(frames, { ...timing, fill: "both" }); // until it is taken off
  const isThere = target.isConnected;
  const hidden = hides && isThere ? target.animate([{ opacity: 0 }, { opacity: 0 }], { duration: timing.delay + timing.duration, id: "hidden" }) : null;
  return { picture, target: isThere ? target : document.body, animation, end() { animation.cancel(); hidden?.cancel(); takeOff(picture); } };
}

/** @typedef {{ width: number, height: number }} Size in pixels */

/**
 * The way of a picture that lies in the upper left corner: its middle goes from the middle of one box to that of another.
 *
 * @param {Size} size of the picture @param {Box} from @param {Box} to @param {number[]} scales of the picture, evenly on its way
 * @param {number} [lift] how far the way rises between its ends, in pixels @returns {Keyframe[]}
 */
function way({ width, height }, from, to, scales, lift = 0) {
  const [begin, end] = [middleOf(from), middleOf(to)];
  return scales.map((scale, index) => {
    const share = scales.length > 1 ? index / (scales.length - 1) : 0;
    const x = begin.x + (end.x - begin.x) * share - width / 2;
    const y = begin.y + (end.y - begin.y) * share - height / 2 - (share > 0 && share < 1 ? lift : 0);
    return { transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})` };
  });
}

/** @param {Box} box */
function middleOf({ left, top, width, height }) {
  return { x: left + width / 2, y: top + height / 2 };
}

/** The same way, at the end of which the picture is gone. @param {Keyframe[]} frames @returns {Keyframe[]} */
function fading(frames) {
  return frames.map((frame, index) => ({ ...frame, opacity: index === frames.length - 1 ? 0 : 1 }));
}

/** The same way in three frames, in the middle of which the picture turns around and shows its other face. @param {Keyframe[]} frames @returns {Keyframe[]} */
function turning([begin, middle, end]) {
  /** @param {Keyframe | undefined} frame @param {number} degrees @param {number} offset */
  const turned = (frame, degrees, offset) => ({ transform: `${frame?.transform} perspective(700px) rotateY(${degrees}deg)`, offset });
  return [turned(begin, 0, 0), turned(middle, 90, 0.5), turned(middle, -90, 0.5), turned(end, 0, 1)];
}

/** The element of a spot: the one with this `data-flight`; `#n` after it is its nth space. @param {Element} root @param {string} spot @returns {HTMLElement | null} */
function elementOf(root, spot) {
  const [name = "", part] = spot.split("#");
  const found = /** @type {HTMLElement | null} */ (root.querySelector(`[data-flight="${CSS.escape(name)}"]`));
  if (!found || part === undefined) return found;
  const parts = found.querySelector(".card-cost, .site-spaces") ?? found;
  return /** @type {HTMLElement | null} */ (parts.children[Number(part)] ?? null);
}
