// The field for one's name, with what is wrong with it in words.

import { h } from "../dom.js";
import { redraw } from "../page.js";
import { account } from "../account.js";
import { Problem } from "../client.js";
import { register } from "../register.js";
import { t } from "../language/texts.js";
import { cleanName, nameProblem } from "./names.js";
import { unkeptWarning } from "./unkept.js";

const ID = "name";

/** @typedef {{ name: string, nameError: string }} NameState */

/** @returns {NameState} */
export function newName() {
  return { name: "", nameError: "" };
}

/** The field, for those who have no account yet. @param {NameState} state */
export function nameField(state) {
  if (account()) return null;
  /** @param {{ target: HTMLInputElement }} event */
  const oninput = ({ target }) => {
    state.name = target.value;
    state.nameError = state.name && nameProblem(state.name);
    redraw();
  };
  return [h("label", { class: "field", key: "name" },
    h("span", null, t("start.name")),
    h("input", { id: ID, name: "nickname", value: state.name, dir: "auto", autocomplete: "nickname", oninput,
      "aria-invalid": state.nameError ? "true" : null, "aria-describedby": `${ID}-error`, placeholder: t("start.name.example") }),
    h("span", { id: `${ID}-error`, class: "field-error", role: "alert" }, state.nameError)), unkeptWarning()];
}

/**
 * Make sure that there is an account, made from the name if need be.
 *
 * @param {NameState} state @returns {Promise<boolean>} false if the name does not do: the field says why
 */
export async function ensureAccount(state) {
  if (account()) return true;
  state.nameError = nameProblem(state.name);
  redraw();
  if (state.nameError) document.getElementById(ID)?.focus();
  else await tryName(state);
  return !state.nameError;
}

/** @param {NameState} state */
async function tryName(state) {
  try {
    await register(cleanName(state.name));
  } catch (error) {
    if (!(error instanceof Problem && error.errors.some(({ pointer }) => pointer === "/name"))) throw error;
    state.nameError = t("start.name.unfit");
    redraw();
    document.getElementById(ID)?.focus();
  }
}
