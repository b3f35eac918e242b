// Pending placements are shown at once, and what can follow them is known without the service.

import assert from "node:assert/strict";
import { test } from "node:test";
import { useCatalogue } from "../../../service/web/catalogue.js";
import { complete, fill, optionsOf, possible, preview, stillPossible, whyNotReady } from "../../../service/web/table/plan.js";
import { CATALOGUE } from "./recorded.js";

/** @param {string} id @param {Record<string, number>} cost @param {Record<string, any>} [more] */
const design = (id, cost, more) => ({ id, name: id, type: "vehicle", cost, production: {}, production_per: null, construction_bonus: {}, recycling_bonus: "energy", victory_points: { flat: 0, per: null }, ...more });
useCatalogue({
  ...CATALOGUE,
  developments: [design("zeppelin", { energy: 2 }, { production: { exploration: 1 } }), design("juggernaut", { energy: 1, krystallium: 1 }, { construction_bonus: { general: 2 } })],
  empires: [{ id: "asia", name: "Asia", sides: { A: { production: { energy: 1 }, victory_points: { flat: 0, per: null } } } }],
});

const SEAT = { seat: 0, empire: "asia", ready: false, choosing: false, away: false, drafted: [], constructed: [], construction: [], cubes_to_place: {}, empire_cubes: {}, krystallium: 0, generals: 0, financiers: 0, production: { energy: 1 } };

/** @param {Record<string, any>} seat @param {Record<string, any>} [more] */
const viewOf = (seat, more) => ({ status: "playing", mode: "standard", side: "A", seat: 0, phase: "planning", step: null, hand: [], candidates: [], picked: null, discard: [], sequence: null, seats: [{ ...SEAT, ...seat }], ...more });

test("a card that is built can take the cube of the next one", () => {
  const view = viewOf({ drafted: ["zeppelin.1", "juggernaut.1"] });
  const pending = [{ type: "slate", card: "zeppelin.1" }];
  const next = possible(view, [], pending);
  assert.ok(next.some(({ type, card, onto }) => type === "recycle" && card === "juggernaut.1" && onto === "zeppelin.1"));
  const after = preview(view, [...pending, { type: "recycle", card: "juggernaut.1", onto: "zeppelin.1" }]);
  assert.deepEqual(after.seats[0].construction, [{ card: "zeppelin.1", spaces: [{ needs: "energy", filled: "energy" }, { needs: "energy", filled: null }] }]);
  assert.deepEqual(after.discard, ["juggernaut.1"]);
});

test("the last space constructs the card, and it produces", () => {
  const view = viewOf({ construction: [{ card: "zeppelin.1", spaces: [{ needs: "energy", filled: null }, { needs: "energy", filled: null }] }], cubes_to_place: { energy: 3 } }, { phase: "production", step: "energy" });
  const after = preview(view, fill(view, "zeppelin.1"));
  assert.deepEqual(after.seats[0].constructed, ["zeppelin.1"]);
  assert.equal(after.seats[0].production.exploration, 1);
  assert.equal(after.seats[0].cubes_to_place.energy, 1);
  assert.equal(whyNotReady(after), "play.why.cubes");
});

test("krystallium completes a card only if it completes it", () => {
  const construction = [{ card: "juggernaut.1", spaces: [{ needs: "energy", filled: null }, { needs: "krystallium", filled: null }] }];
  assert.equal(complete(viewOf({ construction, krystallium: 1 }), "juggernaut.1"), null);
  const moves = complete(viewOf({ construction, krystallium: 2 }), "juggernaut.1") ?? [];
  assert.deepEqual(moves.map(({ as }) => as), ["energy", "krystallium"]);
});

test("the fifth cube on the empire card becomes krystallium", () => {
  const view = viewOf({ drafted: ["zeppelin.1"], empire_cubes: { gold: 4 } });
  const { empire_cubes: cubes, krystallium } = preview(view, [{ type: "recycle", card: "zeppelin.1", onto: "empire" }]).seats[0];
  assert.deepEqual([cubes, krystallium], [{}, 1]);
});

test("what has become impossible is dropped, with all after it", () => {
  const view = viewOf({ drafted: ["zeppelin.1"] });
  const pending = ["zeppelin.1", "juggernaut.1", "zeppelin.1"].map((card) => ({ type: "slate", card }));
  assert.deepEqual(stillPossible(view, pending), pending.slice(0, 1));
});

test("in a pause nothing is possible, and the table says why", () => {
  const view = viewOf({ drafted: ["zeppelin.1"] }, { pause: { agreed: [0, 1], expires_at: "2026-11-26T12:10:00Z", until: "2026-11-27T12:00:00Z" } });
  assert.deepEqual(stillPossible(view, [{ type: "slate", card: "zeppelin.1" }]), []);
  assert.equal(whyNotReady(view), "menu.pause.paused");
  const asked = { ...view, pause: { ...view.pause, until: null } };
  assert.equal(stillPossible(asked, [{ type: "slate", card: "zeppelin.1" }]).length, 1, "a question stops nobody");
});

test("the same options serve taps, drops and keys", () => {
  const legal = [{ type: "slate", card: "zeppelin.1" }, { type: "recycle", card: "zeppelin.1", onto: "empire" }, { type: "place", item: "gold", onto: "empire" }];
  assert.deepEqual(optionsOf(legal, { card: "zeppelin.1" }).map(({ target }) => target), ["construction", "empire"]);
  assert.deepEqual(optionsOf(legal, { item: "gold" }).map(({ target }) => target), ["empire"]);
});
