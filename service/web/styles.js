// The style sheets of screens: each is loaded when it is first needed.

/** The link to a style sheet, once it is loaded. @param {string} name @returns {Promise<HTMLLinkElement>} */
export function linkStyle(name) {
  const href = addressOf(name);
  const known = /** @type {HTMLLinkElement | null} */ (document.querySelector(`link[data-screen][href="${href}"]`));
  if (known?.sheet) return Promise.resolve(known);
  return new Promise((resolve, reject) => {
    const link = known ?? Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.addEventListener("load", () => resolve(link));
    link.addEventListener("error", () => { link.remove(); reject(new Error(href)); });
    link.dataset.screen = "";
    document.head.append(link);
  });
}

/** Let these style sheets of screens count and no others. @param {string[]} names */
export function useStyles(names) {
  const wanted = names.map(addressOf);
  for (const { href, sheet } of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[data-screen]"))) if (sheet) sheet.disabled = !wanted.includes(href);
}

/** Load a style sheet that the screen needs only now. It counts until another screen opens. @param {string} name */
export async function loadStyle(name) {
  const { sheet } = await linkStyle(name);
  if (sheet) sheet.disabled = false;
}

/** @param {string} name of a style sheet */
function addressOf(name) {
  return new URL(`./styles/${name}`, import.meta.url).href;
}
