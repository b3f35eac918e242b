// The keyboard never falls out of the page: when the focused element is gone, a sensible neighbour has the focus.

/** Rows of the own board where a player goes on. */
const ROWS = ["candidates", "hand", "drafted", "tray"];
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

/** What opens the keyboard of a phone. */
const TYPED_INTO = 'textarea, input:not([type="checkbox"], [type="radio"], [type="range"])';

/** So many neighbours on each side may be gone, too. */
const REACH = 20;

/** Where the focus was last: names in `data-…`, and its neighbours, the nearest first. @typedef {{ focus?: string, row?: string, index: number, near: HTMLElement[] }} Place */
/** @type {Place | null} */
let last = null;
let isByKey = false;

/** Learn whether a person uses the keyboard: only then is a focus that the browser itself has dropped brought back. */
export function watchKeyboard() {
  addEventListener("keydown", ({ key }) => { isByKey = key !== "Tab"; }, true); // Tab may lead out of the page
  addEventListener("pointerdown", () => { isByKey = false; }, true);
}

/** Call before a change of the page. @param {HTMLElement} root @returns {() => void} to be called after the change */
export function holdFocus(root) {
  const active = /** @type {HTMLElement} */ (document.activeElement ?? document.body);
  const isSomewhere = active !== document.body;
  if (isSomewhere) last = root.contains(active) ? placeOf(root, active) : null;
  return () => {
    const now = document.activeElement;
    const isLost = (now === document.body && (isSomewhere || isByKey)) || Boolean(now?.matches(":disabled"));
    if (!last || !isLost || !document.hasFocus()) return;
    const scope = /** @type {HTMLElement} */ (root.querySelector("dialog[open]") ?? root);
    (nextTo(scope, last) ?? document.getElementById("main"))?.focus({ preventScroll: true });
  };
}

/** @param {HTMLElement} root @param {HTMLElement} active @returns {Place} */
function placeOf(root, active) {
  const { focus, row } = active.dataset;
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(FOCUSABLE)]);
  const at = all.indexOf(active);
  const near = Array.from({ length: at < 0 ? 0 : REACH }, (_, index) => [all[at + index + 1], all[at - index - 1]]).flat().filter((each) => each !== undefined);
  return { focus, row, index: row ? rowOf(root, row).indexOf(active) : -1, near };
}

/** @param {HTMLElement} scope @param {Place} place @returns {HTMLElement | undefined} */
function nextTo(scope, { focus, row, index, near }) {
  const same = focus ? /** @type {HTMLElement[]} */ ([...scope.querySelectorAll(`[data-focus="${CSS.escape(focus)}"]:not(:disabled)`)]) : [];
  const left = row ? rowOf(scope, row) : [];
  return same.find((each) => each.dataset.row === row)
    ?? left[Math.min(index, left.length - 1)]
    ?? (focus ? ROWS.flatMap((name) => rowOf(scope, name))[0] ?? /** @type {HTMLElement | null} */ (scope.querySelector('[data-focus="ready"], [data-focus="undo"]')) : null)
    ?? near.find((each) => scope.contains(each) && each.matches(FOCUSABLE) && each.checkVisibility() && (isByKey || !each.matches(TYPED_INTO)));
}

/** @param {HTMLElement} root @param {string} row @returns {HTMLElement[]} */
function rowOf(root, row) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(`[data-row="${row}"]`)]);
}
