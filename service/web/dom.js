// The renderer: a screen says how it looks now, as a tree of nodes, and `patch` changes what differs.

/** An event of a field. @typedef {Event & { target: HTMLInputElement }} FieldEvent */
/** An event of a form. @typedef {Event & { target: HTMLFormElement }} FormEvent */
/** @typedef {(event: FieldEvent) => unknown} OnField */
/** @typedef {Record<string, unknown> & { key?: string | number, class?: string | null, onchange?: OnField, oninput?: OnField, onfocus?: OnField, onsubmit?: (event: FormEvent) => unknown }} Props */
/** @typedef {{ tag: string, props: Props, children: VNode[], key: string | number | undefined } | string} VNode */
/** @typedef {VNode | number | null | undefined | false} Leaf */
/** @typedef {Leaf | Leaf[] | (Leaf | Leaf[])[]} Child */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "path", "g", "circle", "rect", "line", "polyline", "text", "title", "use"]);

/** Element → the node that it shows. @type {WeakMap<Node, VNode>} */
const drawn = new WeakMap();

/**
 * A node of the tree.
 *
 * Properties: `key` tells siblings apart, so that an element keeps its focus and state when it moves; `on…` is a
 * listener; `style` is an object of CSS properties, set without inline styles; `false`, null and undefined leave an
 * attribute out; everything else is an attribute, or a property of form fields.
 *
 * @param {string} tag @param {Props | null} [props] @param {...Child} children @returns {VNode}
 */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, key: props?.key, children: flat(children) };
}

/** Make the children of an element look like these nodes. @param {Element} element @param {...Child} nodes */
export function patch(element, ...nodes) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const tree = flat(nodes);
  // A browser that loses a focused element in the middle of a change lays out what is half done. A field keeps what is typed.
  if (focused && element.contains(focused) && !focused.matches("input, select, textarea") && !keeps(element, tree, focused)) focused.blur();
  patchChildren(element, tree);
  if (focused && focused !== document.activeElement && element.contains(focused)) focused.focus({ preventScroll: true });
}

/** Whether a descendant stays when the children look like these nodes. @param {Element} parent @param {VNode[]} nodes @param {Node} descendant */
function keeps(parent, nodes, descendant) {
  /** @type {Node} */
  let at = parent;
  while (at !== descendant) {
    const children = [...at.childNodes];
    const index = children.findIndex((each) => each.contains(descendant));
    const before = drawn.get(children[index]);
    const key = keyOf(before);
    const node = key === undefined ? nodes[index] : nodes.find((each) => keyOf(each) === key);
    if (node === undefined || !canShow(before, node)) return false;
    if (before === node) return true;
    at = children[index];
    nodes = typeof node === "string" ? [] : node.children;
  }
  return true;
}

/** @param {Child[]} children @param {VNode[]} [found] @returns {VNode[]} */
function flat(children, found = []) {
  for (const child of children) {
    if (Array.isArray(child)) flat(child, found);
    else if (child !== null && child !== undefined && child !== false && child !== "") found.push(typeof child === "object" ? child : String(child));
  }
  return found;
}

/** @param {Element} parent @param {VNode[]} nodes @param {VNode[]} [before] what the children show, if it is known */
function patchChildren(parent, nodes, before) {
  if (before?.length === nodes.length && nodes.every((node, at) => keyOf(node) === keyOf(before[at]))) return patchInPlace(parent, nodes);
  const kept = new Map();
  const keys = new Set(nodes.map(keyOf));
  for (const child of [...parent.childNodes]) {
    const key = keyOf(drawn.get(child));
    if (key === undefined) continue;
    if (keys.has(key) && !kept.has(key)) kept.set(key, child);
    else child.remove(); // now, so that what stays need not move
  }
  let next = parent.firstChild;
  for (const node of nodes) {
    const key = keyOf(node);
    const old = key === undefined ? next : kept.get(key);
    const child = (old && update(old, node)) || create(node);
    if (next && child === next) next = next.nextSibling;
    else parent.insertBefore(child, next);
  }
  removeFrom(next);
}

/** Nothing has come, gone or moved, as in most of a page most of the time. @param {Element} parent @param {VNode[]} nodes */
function patchInPlace(parent, nodes) {
  let old = parent.firstChild;
  for (const node of nodes) {
    const next = old?.nextSibling ?? null;
    if (!old) parent.append(create(node));
    else if (!update(old, node)) old.replaceWith(create(node));
    old = next;
  }
  removeFrom(old);
}

/** Remove a child and all that come after it. @param {ChildNode | null} child */
function removeFrom(child) {
  while (child) {
    const rest = child.nextSibling;
    child.remove();
    child = rest;
  }
}

/** @param {VNode | undefined} node @returns {string | number | undefined} */
function keyOf(node) {
  return typeof node === "object" ? node.key : undefined;
}

/** @param {VNode | undefined} before @param {VNode} node */
function canShow(before, node) {
  if (typeof before !== "object" || typeof node !== "object") return typeof before === "string" && typeof node === "string";
  return before.tag === node.tag && before.key === node.key;
}

/** @param {VNode} node @returns {Node} */
function create(node) {
  if (typeof node === "string") {
    const text = document.createTextNode(node);
    drawn.set(text, node);
    return text;
  }
  const element = SVG_TAGS.has(node.tag) ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  drawn.set(element, node);
  for (const child of node.children) element.append(create(child));
  setProps(element, {}, node.props); // after the children: a select takes its value from its options
  return element;
}

/** @param {Node} old @param {VNode} node @returns {Node | null} null: it cannot show this node */
function update(old, node) {
  const before = drawn.get(old);
  if (before === node) return old;
  if (!canShow(before, node)) return null;
  drawn.set(old, node);
  if (typeof node === "string") {
    old.nodeValue = node;
    return old;
  }
  const element = /** @type {Element} */ (old);
  const { children, props } = /** @type {Exclude<VNode, string>} */ (before);
  patchChildren(element, node.children, children);
  setProps(element, props, node.props);
  return old;
}

/** @param {any} element @param {Props} before @param {Props} props */
function setProps(element, before, props) {
  for (const name in before) if (!(name in props)) setProp(element, name, before[name], undefined);
  for (const name in props) {
    const value = props[name];
    if (name === "open" && element instanceof HTMLDialogElement) setOpen(element, value);
    else if (name === "value" || name === "checked") setField(element, name, value);
    else if (value !== before[name]) setProp(element, name, before[name], value);
  }
}

/** @param {HTMLDialogElement} dialog @param {unknown} isOpen */
function setOpen(dialog, isOpen) {
  if (isOpen && !dialog.isConnected) queueMicrotask(() => dialog.isConnected && setOpen(dialog, isOpen)); // a new one is not in the document yet
  else if (isOpen && !dialog.open) dialog.showModal();
  else if (!isOpen && dialog.open) dialog.close();
}

/** A field keeps what a person has typed since, unless the screen says otherwise. @param {any} element @param {string} name @param {unknown} value */
function setField(element, name, value) {
  if (value !== undefined && element[name] !== value) element[name] = value;
}

/** @param {any} element @param {string} name @param {unknown} before @param {unknown} value */
function setProp(element, name, before, value) {
  if (name === "key") return;
  if (name.startsWith("on")) element[name] = value ?? null;
  else if (name === "style") setStyle(element.style, /** @type {Style} */ (before ?? {}), /** @type {Style} */ (value ?? {}));
  else if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** @typedef {Record<string, string | number>} Style */

/** @param {CSSStyleDeclaration} style @param {Style} before @param {Style} values */
function setStyle(style, before, values) {
  for (const name of Object.keys(before)) if (!(name in values)) style.removeProperty(name);
  for (const [name, value] of Object.entries(values)) if (value !== before[name]) style.setProperty(name, String(value));
}
