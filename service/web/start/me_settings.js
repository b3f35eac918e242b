// How the page looks and sounds on this browser.

import { h } from "../dom.js";
import { redraw, tell } from "../page.js";
import { applyTheme, keep, kept, language, LANGUAGES } from "../settings.js";
import { changeLanguage } from "../language/change.js";
import { t } from "../language/texts.js";
import { segments, select, toggle } from "./fields.js";

const THEMES = ["system", "light", "dark"];

export function settingsSection() {
  return h("section", { class: "sheet", key: "settings" },
    h("h2", null, t("me.settings")),
    h("div", { class: "fields" },
      select(t("me.language"), Object.entries(LANGUAGES).map(([value, text]) => ({ value, text })), language(), setLanguage),
      segments("theme", t("me.theme"), THEMES.map((value) => ({ value, text: t(`me.theme.${value}`) })), kept("theme") ?? "system", setTheme),
      toggle(t("me.sound"), kept("sound") === true, (isOn) => set("sound", isOn || null)),
      "Notification" in window && toggle(t("me.notify"), kept("notify") === true && Notification.permission === "granted", setNotify),
      toggle(t("me.motion"), kept("motion") !== "none", (isOn) => set("motion", isOn ? null : "none"))));
}

/** @param {string} name @param {unknown} value */
function set(name, value) {
  keep(name, value);
  applyTheme();
  redraw();
}

/** @param {string} chosen */
async function setLanguage(chosen) {
  await changeLanguage(chosen);
  redraw();
}

/** @param {string} theme */
function setTheme(theme) {
  keep("theme", theme === "system" ? null : theme);
  applyTheme();
  redraw();
}

/** Notifications need the browser's permission. @param {boolean} isOn */
async function setNotify(isOn) {
  const isAllowed = isOn && (await Notification.requestPermission()) === "granted";
  if (isOn && !isAllowed) tell(t("me.notify.refused"));
  set("notify", isAllowed || null);
}
