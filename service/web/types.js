// What the service tells, by the types of openapi.yaml (`api`). Nothing of this runs.
//
// Where the page handles all resources, items and cards alike, the types are wider: a word is any string.

/** @typedef {import("api").components["schemas"]} Schemas */

/** So many of each resource, item or character. @typedef {Record<string, number>} Amounts */
/** A space of a card. @typedef {{ needs: string, filled: string | null }} Space */
/** A card under construction. @typedef {{ card: string, spaces: Space[] }} Site */
/** Points: a number, or a number for each card or character of a kind. @typedef {{ flat: number, per: { of: string, points: number } | null }} Points */
/**
 * A card's design.
 * @typedef {{ id: string, name: string, type: string, copies: number, cost: Amounts, production: Amounts,
 *   production_per: { resource: string, per: string } | null, construction_bonus: Amounts, recycling_bonus: string,
 *   victory_points: Points }} Design
 */
/** @typedef {{ production: Amounts, victory_points: Points }} EmpireSide */
/** @typedef {{ id: string, name: string, sides: Record<string, EmpireSide> }} Empire */
/** @typedef {Omit<Schemas["Catalogue"], "developments" | "empires"> & { developments: Design[], empires: Empire[] }} Catalogue */

/**
 * A seat in a view.
 * @typedef {Omit<Schemas["Seat"], "empire" | "construction" | "cubes_to_place" | "empire_cubes" | "production">
 *   & { empire: string | null, construction: Site[], cubes_to_place: Amounts, empire_cubes: Amounts, production: Amounts }} Seat
 */
/** A view of any viewer. `unknown`: the page has shown a move whose result only the service knows. @typedef {Omit<Schemas["GameView"], "seats"> & { seats: Seat[], unknown?: boolean }} View */
/** A game in a list. @typedef {Schemas["Summary"]} Summary */
/** A view, or a game in a list. @typedef {(View | Summary) & { rewinds?: boolean }} Game */

/**
 * An intention as the API takes it.
 * @typedef {{ type: string, card?: string, cards?: string[], item?: string, onto?: string, as?: string, character?: string,
 *   on?: boolean }} Intention
 */
/** What an event or a line of a log holds: its name tells which fields. @typedef {Record<string, any>} Data */
/** @typedef {{ version: number, name: string, seat: number | null, group: number, actor: string, time: string, data: Data }} GameEvent */
/** What waits for a player, or is new. @typedef {Omit<Schemas["Turn"], "type" | "view" | "legal"> & { type: string, view: View, legal?: Intention[] }} Item */

export {};
