// Addresses. A proxy may show the service under a path of its host; screens and requests know only what comes after that path.

/** The path of the service on its host, such as `/wonderful`; empty when the whole host is its own. */
export const ROOT = globalThis.document?.documentElement.dataset.root ?? "";

/** The address on the host of a path in the service. @param {string} path */
export function onHost(path) {
  return ROOT + path;
}

/** The path in the service of an address that it or the browser gave. @param {string} address */
export function within(address) {
  return address.replace(ROOT, "") || "/";
}

/** Where the page is: a path in the service, with its query. */
export function here() {
  return within(location.pathname) + location.search;
}

/** The whole address of a path in the service, to be given to others. @param {string} path */
export function toShare(path) {
  return location.origin + onHost(path);
}
