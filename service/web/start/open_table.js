// Open a table for people: in public or with a code, with bots on some seats if need be.

import { h } from "../dom.js";
import { go, redraw } from "../page.js";
import { post } from "../api.js";
import { keep, kept } from "../settings.js";
import { t } from "../language/texts.js";
import { ensureAccount } from "./name_field.js";
import { mostSeats } from "./catalogue_soon.js";
import { once, segments, select, textField, toggle } from "./fields.js";
import { CLOCKS, FIRST_TABLE, tableBody } from "./options.js";
import { sideField, strategyField } from "./quick_play.js";
import { empireChoices } from "./empires.js";

const MAX_GAME_NAME = 80;

/** The choices of the last time. */
export function newTable() {
  return { ...FIRST_TABLE, ...kept("table"), name: "", empire: "" };
}

/**
 * The form, closed at first.
 *
 * @param {import("./name_field.js").NameState & { table?: import("./options.js").TableChoices, opening?: { isBusy: boolean, run(): void } }} state
 * @param {string} title
 */
export function openTable(state, title) {
  const table = state.table ??= newTable();
  const opening = state.opening ??= once(async () => {
    if (!(await ensureAccount(state))) return;
    const { id } = await post("/v1/games", tableBody(table));
    go(`/games/${id}`);
  }, redraw);
  /** @param {Partial<import("./options.js").TableChoices>} chosen */
  const choose = (chosen) => {
    Object.assign(table, chosen);
    table.bots = Math.min(table.bots, table.seats - 2);
    keep("table", { ...table, name: "", empire: "" });
    redraw();
  };
  /** @param {{ preventDefault(): void }} event */
  const onsubmit = (event) => {
    event.preventDefault();
    opening.run();
  };
  return h("section", { class: "sheet", key: "people" }, h("details", { class: "more people" },
    h("summary", null, h("h2", null, title)),
    h("form", { class: "stack", onsubmit },
      segments("private", t("start.who"), [{ value: "private", text: t("start.who.private") }, { value: "public", text: t("start.who.public") }],
        table.isPrivate ? "private" : "public", (value) => choose({ isPrivate: value === "private" })),
      h("div", { class: "fields" },
        segments("seats", t("start.seats.label"), Array.from({ length: mostSeats(table.seats) - 1 }, (_, index) => number(index + 2)), String(table.seats), (value) => choose({ seats: Number(value) })),
        table.seats > 2 && segments("bots", t("start.bots"), Array.from({ length: table.seats - 1 }, (_, index) => number(index)), String(table.bots), (value) => choose({ bots: Number(value) }))),
      h("details", { class: "more", key: "more" },
        h("summary", null, t("start.more")),
        h("div", { class: "fields" },
          table.bots > 0 && strategyField(table.strategy, (strategy) => choose({ strategy })),
          select(t("start.clock"), Object.keys(CLOCKS).map((value) => ({ value, text: t(`start.clock.${value}`) })), table.clock, (clock) => choose({ clock })),
          sideField(table.side, (side) => choose({ side }), "table-side"),
          toggle(t("start.rewinds"), table.rewinds, (rewinds) => choose({ rewinds })),
          select(t("start.empire"), empireChoices(), table.empire, (empire) => choose({ empire })),
          textField(t("start.table.name"), table.name, (name) => choose({ name: name.slice(0, MAX_GAME_NAME) }), { maxlength: MAX_GAME_NAME }))),
      h("button", { class: "button quiet", "aria-disabled": opening.isBusy ? "true" : null }, t("start.open")))));
}

/** @param {number} value */
function number(value) {
  return { value: String(value), text: String(value) };
}
