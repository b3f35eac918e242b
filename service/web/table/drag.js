// Dragging cards and cubes with mouse, pen and finger. A drop does what a tap on the same place does.

/** @typedef {import("./session.js").Play} Play */
/** @typedef {import("./plan.js").Thing} Thing */

const START_PIXELS = 6;
const LONG_PRESS_MS = 280;

/** Begin a drag, or let it be a tap. @param {PointerEvent} event @param {() => Play} play the play as it is now @param {AbortSignal} closed the table goes */
export function onPointerDown(event, play, closed) {
  const source = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-drag]"));
  if (!source || event.button || !event.isPrimary) return;
  const [kind, name] = /** @type {[string, string]} */ ((source.dataset.drag ?? "").split(":"));
  const thing = /** @type {Thing} */ ({ [kind]: name });
  const ending = new AbortController();
  const { signal } = ending;
  const isTouch = event.pointerType === "touch";
  /** @type {HTMLElement | null} */
  let ghost = null;
  let wasDragged = false;
  const timer = isTouch ? setTimeout(start, LONG_PRESS_MS) : undefined;

  function start() {
    const box = source?.getBoundingClientRect();
    if (!source || !box) return;
    ghost = /** @type {HTMLElement} */ (source.cloneNode(true));
    ghost.className += " ghost";
    ghost.removeAttribute("data-focus");
    for (const each of [ghost, ...ghost.querySelectorAll("[data-flight]")]) each.removeAttribute("data-flight");
    for (const [property, value] of Object.entries({ left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` })) ghost.style.setProperty(property, value);
    document.body.append(ghost);
    wasDragged = true;
    play().drag(thing);
  }

  /** @param {PointerEvent} moved */
  function move(moved) {
    if (moved.pointerId !== event.pointerId) return;
    if (!moved.buttons) return lose();
    const [x, y] = [moved.clientX - event.clientX, moved.clientY - event.clientY];
    if (!wasDragged && Math.hypot(x, y) > START_PIXELS) {
      if (isTouch) return stop(); // the finger scrolls
      start();
    }
    if (!ghost) return;
    ghost.style.setProperty("transform", `translate(${x}px, ${y}px)`);
    const over = targetAt(moved, thing, play());
    for (const each of document.querySelectorAll(".over")) each.classList.remove("over");
    over?.element.classList.add("over");
  }

  /** @param {PointerEvent} up */
  function drop(up) {
    if (up.pointerId !== event.pointerId) return;
    const now = play();
    const over = ghost && targetAt(up, thing, now);
    stop();
    if (!wasDragged) return;
    addEventListener("click", (click) => { click.stopPropagation(); click.preventDefault(); }, { capture: true, once: true, signal: AbortSignal.timeout(50) });
    if (over) now.put(over.target);
    else now.select(null);
  }

  /** The release was not heard, as outside of the window: the thing lies where it lay. */
  function lose() {
    stop();
    if (wasDragged) play().select(null);
  }

  function stop() {
    clearTimeout(timer);
    ending.abort();
    letGo();
  }

  function letGo() {
    for (const each of document.querySelectorAll(".over")) each.classList.remove("over");
    if (!ghost) return;
    ghost.remove();
    ghost = null;
    play().drag(null);
  }

  /** @param {KeyboardEvent} event */
  function giveUp({ key }) {
    if (key !== "Escape" || !ghost) return;
    letGo(); // the button is still down: its release must not be a click
    play().select(null);
  }

  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", drop, { signal });
  addEventListener("pointercancel", ({ pointerId }) => { if (pointerId === event.pointerId) lose(); }, { signal });
  closed.addEventListener("abort", stop, { signal });
  addEventListener("keydown", giveUp, { signal });
  addEventListener("touchmove", (touch) => { if (ghost) touch.preventDefault(); }, { passive: false, signal });
  addEventListener("contextmenu", (menu) => menu.preventDefault(), { signal });
}

/** The innermost place under the pointer that takes what is dragged, unless a key or news have selected something else. @param {PointerEvent} event @param {Thing} thing @param {Play} play */
function targetAt(event, thing, play) {
  if (!play.isSelected(thing)) return null;
  for (let element = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]"); element; element = element.parentElement?.closest("[data-drop]")) {
    const target = /** @type {HTMLElement} */ (element).dataset.drop ?? "";
    if (play.targets.has(target)) return { element, target };
  }
  return null;
}
