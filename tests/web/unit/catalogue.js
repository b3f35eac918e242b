// The catalogue that the unit tests use: the cards of the game, in English, and the numbers of the rules.

import { readFileSync } from "node:fs";

/** As `GET /v1/catalogue` tells them. */
export const CONSTANTS = {
  max_seats: 5, rounds: 4, picks: 7, dealt_to_two: 10, cubes_per_krystallium: 5, pools: 8, pool_cards: 5, redraw_cards: 5,
};

const { developments, empires } = JSON.parse(readFileSync(new URL("../../../game/catalogue.json", import.meta.url), "utf8"));
const named = (/** @type {any} */ each) => ({ ...each, name: each.name.en });

/** A catalogue as the service gives it, without what no test needs. @type {any} */
export const CATALOGUE = {
  developments: developments.map(named), empires: empires.map(named), scenarios: [], constants: CONSTANTS,
  rulings: [{ ruleset: "base-1", solo_supremacy: 5 }],
  supremacy: { materials: "financier", energy: "general", science: "choice", gold: "financier", exploration: "general" },
};
