// The focus is never lost: when the focused card or button is gone, a sensible neighbour has the focus.

const ROWS = ["candidates", "hand", "drafted", "tray"];

/** Before a change. @param {Element | null} root @returns {() => void} to be called after it */
export function holdFocus(root) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!root || !active || active === root || !root.contains(active)) return () => {};
  const { focus, row } = active.dataset;
  const index = row ? rowOf(root, row).indexOf(active) : -1;
  return () => {
    if (root.contains(document.activeElement) || (document.activeElement !== document.body && document.activeElement)) return;
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
