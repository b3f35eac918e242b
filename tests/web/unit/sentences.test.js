// Events as sentences: which template is taken, and what each pair of eyes reads.

import assert from "node:assert/strict";
import { test } from "node:test";
import { useCatalogue } from "../../../service/web/catalogue.js";
import { cardsNamed, sentence, whyAbandoned } from "../../../service/web/replay/sentences.js";
import { CATALOGUE } from "./recorded.js";

useCatalogue({
  ...CATALOGUE,
  sentences: {
    events: [
      { event: "card_kept", templates: ["{player} keeps {card} and discards {discarded}.", "{player} keeps a card and discards {discarded}."] },
      { event: "item_placed", templates: ["{player} places {item} on {onto} instead of {as}.", "{player} places {item} on {onto}.", "{player} places {item} on the empire card."] },
      { event: "start_agreed", templates: ["{player} {agreement}."] },
      { event: "game_abandoned", templates: ["It ends: {reason}."] },
    ],
    words: [
      { field: "item", value: "gold", text: "a cube of gold" }, { field: "item", value: "krystallium", text: "a krystallium" },
      { field: "start_agreed", value: "false", text: "no longer agrees" }, { field: "reason", value: "left", text: "all have left" },
      { field: "reason", value: "closed_fault", text: "the operator closed it" },
    ],
  },
});
const NAMES = { seats: ["Ada", "Ben"], players: { ada: "Ada", cleo: "Cleo" } };
const event = (/** @type {string} */ name, /** @type {any} */ data, /** @type {number | null} */ seat = 0, actor = "ada") =>
  /** @type {any} */ ({ version: 1, group: 1, name, seat, actor, data });

test("only the own seat, and who may see all, read what is secret", () => {
  const kept = event("card_kept", { card: "zeppelin.1", discarded: ["museum.1"] });
  const [whole, rest] = ["Ada keeps Zeppelin and discards Museum.", "Ada keeps a card and discards Museum."];
  assert.deepEqual(["all", 0, 1, null].map((eyes) => sentence(kept, NAMES, /** @type {any} */ (eyes))), [whole, whole, rest, rest]);
});

test("the pictures beside a sentence are of the cards that it names, and of no secret one", () => {
  const kept = event("card_kept", { card: "zeppelin.1", discarded: ["museum.1"] });
  assert.deepEqual(["all", 0, 1, null].map((eyes) => cardsNamed(kept, /** @type {any} */ (eyes))), [["zeppelin.1"], ["zeppelin.1"], [], []]);
  assert.deepEqual(cardsNamed(event("card_recycled", { card: "museum.1", onto: "zeppelin.1" }), null), ["museum.1", "zeppelin.1"]);
  for (const onto of ["empire", null, undefined]) assert.deepEqual(cardsNamed(event("item_placed", { item: "gold", onto }), null), []);
});

test("the fullest sentence is taken whose fields are known", () => {
  const placed = (/** @type {any} */ data) => sentence(event("item_placed", data), NAMES, null);
  assert.equal(placed({ item: "krystallium", onto: "museum.1", as: "gold" }), "Ada places a krystallium on Museum instead of a cube of gold.");
  assert.equal(placed({ item: "krystallium", onto: "museum.1", as: "krystallium" }), "Ada places a krystallium on Museum.");
  assert.equal(placed({ item: "gold", onto: "empire" }), "Ada places a cube of gold on the empire card.");
  assert.equal(placed({ item: "gold" }), "Ada places a cube of gold on the empire card.");
});

test("who changed a seat is named by the account, as somebody else may have it by now", () => {
  assert.equal(sentence(event("start_agreed", { on: false }, 0, "cleo"), NAMES, null), "Cleo no longer agrees.");
});

test("a game that an operator closed says so", () => {
  assert.equal(whyAbandoned("closed_fault"), "It ends: the operator closed it.");
});

test("a default that is not stored, and an event that the service does not describe", () => {
  assert.equal(sentence(event("game_abandoned", {}, null), NAMES, null), "It ends: all have left.");
  assert.equal(sentence(event("something_new", { secret: 1 }), NAMES, null), "something_new");
});
