// The focus is never lost: when the focused card or button is gone, a sensible neighbour has the focus.

const ROWS = ["candidates", "hand", "drafted", "tray"];

/** Where the keyboard was last. @type {{ focus?: string, row?: string, index: number } | null} */
let last = null;

/** Before a change. @param {Element | null} root @returns {() => void} to be called after it */
export function holdFocus(root) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!root) return () => {};
  if (active && active !== root && root.contains(active)) {
    const { focus, row } = active.dataset;
    last = { focus, row, index: row ? rowOf(root, row).indexOf(active) : -1 };
  } else if (active !== document.body) last = null; // the player is elsewhere on the page
  return () => {
    if (!last || document.activeElement !== document.body || !document.hasFocus()) return;
    const { focus, row, index } = last;
    const same = focus ? /** @type {HTMLElement[]} */ ([...root.querySelectorAll(`[data-focus="${CSS.escape(focus)}"]`)]) : [];
    const left = row ? rowOf(root, row) : [];
    const next = same.find((each) => each.dataset.row === row) ?? left[Math.min(index, left.length - 1)] ?? ROWS.flatMap((name) => rowOf(root, name))[0]
      ?? same[0] ?? root.querySelector('[data-focus="ready"], [data-focus="undo"]');
    /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
  };
}

/** @param {Element} root @param {string} row @returns {HTMLElement[]} */
function rowOf(root, row) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(`[data-row="${row}"]`)]);
}
