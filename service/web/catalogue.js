// The cards: facts that never change while the page is open.

import { request } from "./api.js";

/** @typedef {import("./types.js").Catalogue} Catalogue */
/** @typedef {import("./types.js").Design} Design */

export const RESOURCES = ["materials", "energy", "science", "gold", "exploration"];
export const TYPES = ["structure", "vehicle", "research", "project", "discovery"];
export const CHARACTERS = ["general", "financier"];

/** Null until it is loaded. @type {Catalogue} */
let facts = /** @type {any} */ (null);
/** @type {Map<string, Design>} */
let designs = new Map();
/** By name. @type {Map<string, import("./types.js").Schemas["EventDeclaration"]>} */
let events = new Map();

/** Load the catalogue once. @returns {Promise<Catalogue>} */
export async function loadCatalogue() {
  if (!facts) useCatalogue(await ask());
  return facts;
}

/** Load the catalogue again in the language of now, if it is in use. */
export async function renewCatalogue() {
  if (facts) useCatalogue(await ask());
}

/** A catalogue that the browser has kept may be of an older service, so it asks whether there is another. @returns {Promise<Catalogue>} */
async function ask() {
  return (await request("GET", "/v1/catalogue", { cache: "no-cache" })).body;
}

/** Use these facts, which a test or a file brings. @param {Catalogue} found */
export function useCatalogue(found) {
  facts = found;
  designs = new Map(facts.developments.map((each) => [each.id, each]));
  events = new Map(facts.events.map((each) => [each.event, each]));
}

/** The whole catalogue, as `GET /v1/catalogue` gives it. It is null on screens that have not waited for it. */
export function catalogue() {
  return facts;
}

/** The design of a card, such as `zeppelin` of `zeppelin.2`. @param {string} card @returns {Design} */
export function designOf(card) {
  const design = designs.get(card.split(".", 1)[0] ?? "");
  if (!design) throw new Error(`no such card: ${card}`);
  return design;
}

/** What the service declares of an event, if it knows the event. @param {string} name */
export function declaredEvent(name) {
  return events.get(name);
}

/** @param {string} card @returns {string} */
export function nameOf(card) {
  return designOf(card).name;
}

/** A text of the service, which calls cards by their ids, with their names. @param {string} text */
export function withNames(text) {
  return text.replace(/([a-z-]+)\.\d+/g, (id, design) => designs.get(design)?.name ?? id);
}

/** The name of an empire, whatever its side. @param {string} id @returns {string} */
export function empireName(id) {
  return facts.empires.find((each) => each.id === id)?.name ?? id;
}

/** An empire: its name, and its side in this game. @param {string} id @param {string} side @returns {import("./types.js").EmpireSide & { name: string }} */
export function empireOf(id, side) {
  const empire = facts.empires.find((each) => each.id === id);
  if (!empire) throw new Error(`no such empire: ${id}`);
  return { name: empire.name, ...empire.sides[side] };
}
