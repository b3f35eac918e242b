// The end of a game builds up seat by seat, the winner last; a click or a key shows all of it at once.

import { pictureOfCount, layer, takeOff } from "./pictures.js";

const SEAT_MS = 560;
const NEXT_SEAT_MS = 380;
const RISE_PIXELS = 26;
const CROWN_MS = 600;

/** @param {Element} scene */
export function buildUp(scene) {
  const seats = /** @type {HTMLElement[]} */ ([...scene.children]).reverse();
  const totals = seats.map((seat) => seat.querySelector(".scene-total")).map((total) => ({ total, box: total?.getBoundingClientRect() })); // before they move
  /** @type {(() => void)[]} */
  const ends = seats.flatMap((seat, index) => {
    const timing = { delay: index * NEXT_SEAT_MS, duration: SEAT_MS, easing: "ease-out", fill: /** @type {const} */ ("backwards"), id: "rise" };
    const rise = seat.animate([{ opacity: 0, transform: `translateY(${RISE_PIXELS}px)` }, {}], timing);
    return [() => rise.cancel(), ...counted(totals[index], timing), ...crowned(seat, timing)];
  });
  const ending = new AbortController();
  const end = () => { ending.abort(); for (const each of ends.splice(0)) each(); };
  setTimeout(end, (seats.length - 1) * NEXT_SEAT_MS + SEAT_MS + CROWN_MS); // when all is over
  for (const name of ["pointerdown", "keydown", "wheel", "scroll", "resize"]) addEventListener(name, end, { capture: true, passive: true, signal: ending.signal });
}

/** @param {{ total: Element | null, box: DOMRect | undefined } | undefined} seen @param {KeyframeAnimationOptions & { delay: number }} timing @returns {(() => void)[]} */
function counted({ total, box } = { total: null, box: undefined }, timing) {
  const points = Number(total?.textContent);
  if (!total || !box || !(points > 0)) return [];
  const picture = pictureOfCount(total, box, [0, points], timing);
  layer().append(picture.element);
  const shown = picture.element.animate([{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1 }], { ...timing, id: "counted" });
  const hidden = total.animate([{ opacity: 0 }, { opacity: 0 }], { duration: timing.delay + SEAT_MS, id: "hidden" });
  const end = () => { shown.cancel(); hidden.cancel(); takeOff(picture); };
  shown.finished.then(end, () => {});
  return [end];
}

/** The crown comes down on the winner. @param {HTMLElement} seat @param {{ delay: number }} timing @returns {(() => void)[]} */
function crowned(seat, { delay }) {
  const crown = seat.querySelector(".scene-crown");
  if (!crown) return [];
  const frames = [{ opacity: 0, transform: "translateY(-60px) scale(2.4) rotate(-16deg)" }, { opacity: 1, transform: "scale(1.25) rotate(6deg)", offset: 0.7 }, {}];
  const coming = crown.animate(frames, { delay: delay + SEAT_MS / 2, duration: CROWN_MS, easing: "ease-in-out", fill: "backwards", id: "crown" });
  return [() => coming.cancel()];
}
