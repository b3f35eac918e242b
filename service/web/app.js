// Starts the page: the account, the language, and the screen of the address.

import { here, within } from "./address.js";
import { h, patch } from "./dom.js";
import { connect, link, NotLoaded, redraw, reopen, show, tell } from "./page.js";
import { applyStyles, openScreen, prepare } from "./routes.js";
import { account, isUnkept } from "./account.js";
import { request } from "./api.js";
import { Offline, Problem } from "./client.js";
import { followInbox, refreshInbox, waitingCount } from "./live/inbox.js";
import { applyTheme } from "./settings.js";
import { loadTexts, t } from "./language/texts.js";
import { notFound, broken } from "./start/trouble.js";
import { unkeptNotice } from "./start/unkept.js";

/** Where the files of this page are: a release has another address. */
const OWN_FILES = new URL(".", import.meta.url).pathname;
let opening = 0;
/** Whose screen it is. @type {string | undefined} */
let opened;

/** @param {string} path */
async function follow(path) {
  const address = new URL(path, location.href);
  const number = ++opening;
  opened = account()?.id;
  try {
    const screen = (await openScreen(address)) ?? notFound();
    if (number !== opening) return screen.close();
    applyStyles(address);
    show(screen);
    refreshInbox();
  } catch (error) {
    if (!(await reloadsIfOld(error)) && number === opening) show(broken(/** @type {Error} */ (error), () => follow(path)));
  }
}

/** After a release the parts of an open page are gone: load the new page. A browser that stores nothing would lose the account. @param {unknown} error */
async function reloadsIfOld(error) {
  if (!(error instanceof NotLoaded) || isUnkept() || !(await isOld())) return false;
  location.reload();
  return true;
}

/** Whether the service answers, with another page than this one. */
async function isOld() {
  const page = await request("GET", "/", { cache: "no-cache" }).catch(() => null);
  return page !== null && !page.body.includes(OWN_FILES);
}

function drawFrame() {
  const bar = document.getElementById("bar");
  if (!bar) return;
  const shown = within(location.pathname);
  followInbox();
  const waiting = waitingCount(/^\/games\/(\w+)/.exec(shown)?.[1] ?? "");
  /** @param {string} path @param {string} text */
  const entry = (path, text) => link(path, { class: "bar-link", "aria-current": shown === path ? "page" : null }, text);
  patch(
    bar,
    link("/", { class: "brand", "aria-label": t("page.home") }, h("span", { class: "brand-mark", "aria-hidden": "true" }), h("span", { class: "brand-name" }, t("page.name"))),
    waiting > 0 && link("/", { class: "badge", key: "badge", "aria-label": t("page.waiting", { n: waiting }), title: t("page.waiting", { n: waiting }) }, String(waiting)),
    h("nav", { "aria-label": t("page.navigation") },
      entry("/lobby", t("page.lobby")),
      entry("/rules", t("page.rules")),
      entry("/me", account()?.name ?? t("page.me"))),
  );
  const notice = document.getElementById("notice");
  if (notice) patch(notice, unkeptNotice());
}

/** What no screen has caught: told in words. @param {unknown} error */
async function report(error) {
  if (await reloadsIfOld(error)) return;
  if (error instanceof NotLoaded) tell(t("trouble.error.why"));
  else if (error instanceof Offline) tell(t("page.offline"));
  else if (error instanceof Problem) tell(error.message);
  else tell(t("page.error"));
  if (![NotLoaded, Offline, Problem].some((known) => error instanceof known)) console.error(error);
}

async function start() {
  applyTheme();
  prepare(here()); // while the texts come
  await loadTexts();
  connect(follow, prepare, drawFrame);
  window.addEventListener("popstate", () => follow(here()));
  window.addEventListener("unhandledrejection", (event) => { event.preventDefault(); report(event.reason); });
  window.addEventListener("storage", ({ key }) => {
    applyTheme();
    if (!key?.endsWith("account")) return;
    if (account()?.id === opened) redraw();
    else reopen();
  });
  if (new URLSearchParams(location.search).has("embed")) document.body.classList.add("embed");
  await follow(here());
}

start();
