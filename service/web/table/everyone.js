// All players on one screen: a matrix of seats and what counts, above all the race for supremacy. And the empire that is looked at.

import { h } from "../dom.js";
import { RESOURCES, TYPES, catalogue, designOf, empireOf } from "../catalogue.js";
import { cube } from "../cards/cubes.js";
import { typeMark } from "../cards/card.js";
import { symbol } from "../cards/symbols.js";
import { countOf, siteText } from "../cards/describe.js";
import { t } from "../language/texts.js";
import { clockPill } from "./clocks.js";
import { explained } from "./explained.js";
import { builtByType, currentStep, lead, prizes, won } from "./race.js";
import { bubble } from "./reactions.js";
import { isPresent, seatMark, seatNames, standing } from "./seats.js";
import { empirePanel } from "./empires.js";

/** @typedef {{ onSeat?: (seat: number) => void, opened?: number | null }} Choice `onSeat`: when somebody wants to see a seat's empire. */

/** What the comparison is called. Who plays alone is compared with nobody. @param {import("./seats.js").View} view */
export function everyoneText(view) {
  return t(view.seats.length > 1 ? "table.everyone" : "table.overview");
}

/** @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts @param {Choice} [choice] */
export function everyone(view, facts, choice = {}) {
  const names = seatNames(view, facts);
  const leads = Object.fromEntries(RESOURCES.map((resource) => [resource, lead(view, resource)]));
  return h("div", { class: "everyone-frame", key: "everyone" },
    h("table", { class: `everyone seats-${view.seats.length}`, role: "table" },
      h("caption", { class: "unseen" }, everyoneText(view)),
      h("thead", { role: "rowgroup" }, h("tr", { role: "row", class: "everyone-head" }, columns(view))),
      h("tbody", { role: "rowgroup" }, view.seats.map((seat) => row(view, facts, seat, names[seat.seat] ?? "", leads, choice)))));
}

/** @param {import("./seats.js").View} view */
function columns(view) {
  const step = currentStep(view);
  return [
    column("player", t("table.player")),
    RESOURCES.map((resource) => h("th", { role: "columnheader", scope: "col", class: `col-resource ${step === resource ? "now" : ""}`, key: resource },
      explained(`supremacy.${resource}`, { "aria-label": t("table.race", { resource: t(`resource.${resource}`) }) },
        cube(resource), h("span", { class: "prizes", "aria-hidden": "true", "data-flight": `prize ${resource}` }, prizes(resource).map((each) => symbol(each, each)))))),
    column("characters", t("table.characters"), explained("characters", { "aria-label": t("table.characters") }, cube("general"), cube("financier"))),
    column("krystallium", t("resource.krystallium"), explained("resource.krystallium", { "aria-label": t("resource.krystallium") }, cube("krystallium"))),
    column("built", t("table.built"), explained("built", { "aria-label": t("table.built") }, twoLengths("table.built"))),
    column("sites", t("table.sites"), explained("sites", { "aria-label": t("table.sites") }, twoLengths("table.sites"))),
    column("cards", t("table.cards"), explained("cards", { "aria-label": t("table.cards") }, twoLengths("table.cards"))),
    column("points", t("table.points"), explained("points", { "aria-label": t("table.points") }, symbol("points"), h("span", { class: "long points-word" }, t("table.points")))),
  ];
}

/** A title in full, and shorter for phones. @param {string} key */
function twoLengths(key) {
  return [h("span", { class: "long" }, t(key)), h("span", { class: "short", lang: document.documentElement.lang }, t(`${key}.short`))];
}

/** @param {string} name @param {string} text @param {import("../dom.js").Child} [face] */
function column(name, text, face) {
  return h("th", { role: "columnheader", scope: "col", class: `col-${name}`, key: name }, face ?? text);
}

/** @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts @param {import("./seats.js").Seat} seat @param {string} name @param {Record<string, import("./race.js").Lead>} leads @param {Choice} choice */
function row(view, facts, seat, name, leads, choice) {
  const isMine = view.seat === seat.seat;
  const cells = seat.empire
    ? [RESOURCES.map((resource) => raceCell(view, seat, resource, /** @type {import("./race.js").Lead} */ (leads[resource]))), ...holdings(view, seat, name)]
    : [...RESOURCES, "characters", "krystallium", "built", "sites", "cards", "points"].map((each) => h("td", { role: "cell", key: each, class: "soft" }, "–"));
  return h("tr", { role: "row", key: seat.seat, class: `${isMine ? "mine" : ""} ${standing(view, seat)}` },
    h("th", { role: "rowheader", scope: "row", class: "col-player", key: "player" }, playerCell(view, facts, seat, name, choice)), cells);
}

/** @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts @param {import("./seats.js").Seat} seat @param {string} name @param {Choice} choice */
function playerCell(view, facts, seat, name, { onSeat, opened }) {
  const empire = seat.empire ? empireOf(seat.empire, view.side).name : "";
  const face = [
    seatMark(seat.seat),
    h("span", { class: "player" },
      h("span", { class: "player-name" }, h("b", { dir: "auto" }, name), view.seat === seat.seat && h("span", { class: "you" }, t("table.you"))),
      h("span", { class: "player-empire soft" }, empire)),
  ];
  return h("div", { class: "player-cell" },
    onSeat && seat.empire
      ? h("button", { type: "button", class: "player-open", "aria-expanded": String(opened === seat.seat), onclick: () => onSeat(seat.seat) }, face)
      : h("span", { class: "player-open" }, face),
    h("span", { class: "player-signs" }, presenceSign(seat, facts), standingSign(view, seat), clockPill(facts, seat.seat)),
    bubble(facts, seat.seat));
}

/** @param {import("./seats.js").Seat} seat @param {import("./seats.js").Facts | null} facts */
function presenceSign(seat, facts) {
  const present = isPresent(seat, facts);
  if (seat.bot && seat.player) return h("span", { class: "presence bot", title: t("table.bot") }, h("span", { "aria-hidden": "true" }, "⚙"), h("span", { class: "unseen" }, t("table.bot")));
  if (present === null) return null;
  const text = t(present ? "table.present" : "table.absent");
  return h("span", { class: `presence ${present ? "here" : "gone"}`, title: text }, h("span", { class: "unseen" }, text));
}

const SIGNS = /** @type {Record<string, string>} */ ({ away: "⏸", choosing: "?", waited: "…", ready: "✓" });

/** @param {import("./seats.js").View} view @param {import("./seats.js").Seat} seat */
function standingSign(view, seat) {
  const state = standing(view, seat);
  if (state === "free" || state === "still") return null;
  return h("span", { class: `standing ${state}` }, h("span", { class: "standing-sign", "aria-hidden": "true" }, SIGNS[state] ?? ""), h("span", { class: "standing-text" }, t(`table.standing.${state}`)));
}

/** @param {import("./seats.js").View} view @param {import("./seats.js").Seat} seat @param {string} resource @param {import("./race.js").Lead} lead */
function raceCell(view, seat, resource, lead) {
  const leads = lead.seat === seat.seat;
  const tied = lead.tied.includes(seat.seat);
  const rounds = won(view, seat.seat, resource);
  return h("td", { role: "cell", key: resource, class: `race ${currentStep(view) === resource ? "now" : ""} ${leads ? "leads" : ""} ${tied ? "tied" : ""}` },
    h("span", { class: "race-stack" },
      h("span", { class: "race-amount", "data-flight": `race ${seat.seat} ${resource}` }, leads && h("span", { class: "crown", "aria-hidden": "true" }, "♛"), tied && h("span", { class: "crown tie", "aria-hidden": "true" }, "="), String(seat.production[resource]),
        h("span", { class: "unseen" }, leads ? t("table.leads") : tied ? t("table.tied") : "")),
      rounds.length > 0 && wonSign(rounds)));
}

/** Supremacies: a mark for each kind of character that they gave, and how many. @param {ReturnType<typeof won>} rounds */
function wonSign(rounds) {
  const text = t("table.won", { rounds: rounds.map(({ round }) => round).join(", ") });
  const marks = Object.entries(countOf(rounds.map(({ character }) => character ?? "choice")));
  return h("span", { class: "won", role: "img", "aria-label": text, title: text }, marks.map(([kind, n]) => h("i", { class: kind, key: kind }, kind === "choice" ? "?" : symbol(kind), n > 1 && String(n))));
}

/** @param {import("./seats.js").View} view @param {import("./seats.js").Seat} seat @param {string} name */
function holdings(view, seat, name) {
  const built = builtByType(seat.constructed, (card) => designOf(card).type);
  const { gross, combo, generals, financiers, total } = seat.score;
  return [
    h("td", { role: "cell", key: "characters", class: "col-characters" }, h("span", { class: "pair" }, count(seat, seat.generals, "general"), count(seat, seat.financiers, "financier"))),
    h("td", { role: "cell", key: "krystallium", class: "col-krystallium" }, h("span", { class: "pair" }, count(seat, seat.krystallium, "krystallium")), empireCubes(seat)),
    h("td", { role: "cell", key: "built", class: "col-built" },
      h("span", { class: "built" }, h("b", { class: "built-total", "data-flight": `built ${seat.seat}` }, String(seat.constructed.length)), TYPES.map((type) => h("span", { class: `built-type ${built[type] ? "" : "none"}`, key: type, title: t(`type.${type}`) },
        typeMark(type), h("span", { "aria-hidden": "true" }, String(built[type] ?? 0)), h("span", { class: "unseen" }, `${t(`type.${type}`)} ${built[type] ?? 0}`))))),
    h("td", { role: "cell", key: "sites", class: "col-sites" }, sites(seat)),
    h("td", { role: "cell", key: "cards", class: "col-cards" }, cardCounts(view, seat)),
    h("td", { role: "cell", key: "points", class: "col-points" },
      explained("score", { values: { name, gross, combo, generals, financiers, total }, "aria-label": t("table.points_now", { n: total }) }, h("b", { "data-flight": `points ${seat.seat}` }, String(total)))),
  ];
}

/** @param {import("./seats.js").Seat} seat @param {number} n @param {string} item */
function count({ seat }, n, item) {
  return h("span", { class: `amount ${n ? "" : "none"}`, key: item, "data-flight": `${item} ${seat}` }, h("b", { "aria-hidden": "true" }, String(n)), cube(item), h("span", { class: "unseen" }, t(`item.${item}`, { n })));
}

/** The cubes on the empire card, with places for those that are missing for a krystallium. @param {import("./seats.js").Seat} seat */
function empireCubes(seat) {
  const items = Object.entries(seat.empire_cubes).flatMap(([item, n]) => Array.from({ length: Number(n) }, () => item));
  if (!items.length) return null;
  return h("span", { class: "empire-cubes", role: "img", "data-flight": `cubes ${seat.seat}`, "aria-label": t("table.empire_cubes", { n: items.length }) },
    Array.from({ length: catalogue().constants.cubes_per_krystallium }, (_, index) => h("i", { class: items[index] ?? "empty" })));
}

/** The cards under construction as small tiles with a dot for each space. @param {import("./seats.js").Seat} seat */
function sites(seat) {
  if (!seat.construction.length) return h("span", { class: "soft" }, "–");
  return h("ul", { class: "sites", "aria-label": t("table.sites_of", { n: seat.construction.length }) }, seat.construction.map((site) => {
    const filled = site.spaces.filter((space) => space.filled).length;
    return h("li", { key: site.card }, explained(`site.${site.card}`, { class: `site ${designOf(site.card).type} ${filled === site.spaces.length - 1 ? "nearly" : ""}`, "aria-label": siteText(site), values: { spaces: JSON.stringify(site.spaces) }, "data-flight": `site ${site.card}` },
      h("span", { class: "site-spaces", "aria-hidden": "true" }, site.spaces.map((space) => h("i", { class: `${space.needs} ${space.filled ? "filled" : ""}` })))));
  }));
}

/** How many cards a seat holds, in hand and in the draft area. @param {import("./seats.js").View} view @param {import("./seats.js").Seat} seat */
function cardCounts(view, seat) {
  const drafted = seat.drafted.length;
  return h("span", { class: "card-counts" },
    h("span", { class: `hand-count ${seat.hand_size ? "" : "none"}`, title: t("table.hand", { n: seat.hand_size }) }, h("i", { class: "mini-back", "aria-hidden": "true", "data-flight": `hand ${seat.seat}` }), h("span", { "aria-hidden": "true" }, String(seat.hand_size)), h("span", { class: "unseen" }, t("table.hand", { n: seat.hand_size }))),
    view.mode === "standard" && h("span", { class: `drafted-count ${drafted ? "" : "none"}`, title: t("table.drafted", { n: drafted }) }, h("i", { class: "mini-face", "aria-hidden": "true", "data-flight": `drafted ${seat.seat}` }), h("span", { "aria-hidden": "true" }, String(drafted)), h("span", { class: "unseen" }, t("table.drafted", { n: drafted }))));
}

/**
 * Everyone, and the empire that is looked at.
 *
 * @param {import("./seats.js").View} view @param {import("./seats.js").Facts} facts
 * @param {{ opened: number | null, onSeat(seat: number): void }} choice `opened`: the seat whose empire is looked at
 */
export function others(view, facts, { opened, onSeat }) {
  return h("div", { class: "others", key: "others" },
    everyone(view, facts, { opened, onSeat }),
    opened !== null && view.seats[opened]?.empire && empirePanel(view, opened, facts));
}
