// Names of the places between which things move: the `data-flight` of an element, with `#n` for its nth space.

/** Where a seat's characters or krystallium are counted. @param {string} item @param {number} seat @param {boolean} isOwn */
export function ownedSpots(item, seat, isOwn) {
  return isOwn ? [`own ${item}`, `${item} ${seat}`] : [`${item} ${seat}`];
}

/** The element of a spot. @param {Element} root @param {string} spot @returns {HTMLElement | null} */
export function elementOf(root, spot) {
  const [name = "", part] = spot.split("#");
  const found = /** @type {HTMLElement | null} */ (root.querySelector(`[data-flight="${CSS.escape(name)}"]`));
  if (!found || part === undefined) return found;
  const parts = found.querySelector(".card-cost, .site-spaces") ?? found;
  return /** @type {HTMLElement | null} */ (parts.children[Number(part)] ?? null);
}
