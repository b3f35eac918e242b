// The options of a game, as people choose them, and the request that opens it.

/** @typedef {import("../types.js").Schemas["Clock"]} Clock */

export const SCENARIOS = ["SC01", "SC02", "SC03", "SC04", "SC05", "SC06"];
export const SIDES = ["A", "B"];

/** How much time each seat has, in seconds. @type {Record<string, Clock | null>} */
export const CLOCKS = {
  none: null,
  fast: { kind: "per_phase", seconds: 60 },
  bank: { kind: "bank", seconds: 600, increment: 5 },
  days: { kind: "per_phase", seconds: 172_800 },
};

/**
 * @typedef {{ mode: "bots" | "solo" | "scenario", opponents: number, strategy: string, side: string, soloSide: string, scenario: string }} Choices
 * @typedef {{ seats: number, bots: number, strategy: string, side: string, clock: string, isPrivate: boolean, rewinds: boolean, empire: string, name: string }} TableChoices
 */

/** @type {Choices} */
export const FIRST_CHOICES = { mode: "bots", opponents: 2, strategy: "greedy", side: "A", soloSide: "B", scenario: "SC01" };
/** @type {TableChoices} */
export const FIRST_TABLE = { seats: 3, bots: 0, strategy: "greedy", side: "A", clock: "none", isPrivate: true, rewinds: true, empire: "", name: "" };

/** The body that opens a game against bots, a solo game or a scenario. @param {Choices} choices */
export function gameBody({ mode, opponents, strategy, side, soloSide, scenario }) {
  if (mode === "solo") return { seats: 1, side: soloSide };
  if (mode === "scenario") return { seats: 1, scenario };
  return { seats: opponents + 1, side, bots: Array(opponents).fill(strategy) };
}

/** The body that opens a table for people. The opener has seat 0. @param {TableChoices} choices */
export function tableBody({ seats, bots, strategy, side, clock, isPrivate, rewinds, empire, name }) {
  return {
    seats,
    side,
    bots: Array(Math.min(bots, seats - 2)).fill(strategy),
    visibility: isPrivate ? "private" : "public",
    ...(CLOCKS[clock] && { clock: CLOCKS[clock] }),
    ...(!rewinds && { rewinds }),
    ...(empire && { empires: [empire, ...Array(seats - 1).fill(null)] }),
    ...(name && { name }),
  };
}

/** The preset of a game's clock; "" if it has another one. @param {Clock | null} clock */
export function clockPreset(clock) {
  return Object.keys(CLOCKS).find((key) => {
    const preset = CLOCKS[key];
    return preset && clock ? /** @type {(keyof Clock)[]} */ (Object.keys(preset)).every((field) => preset[field] === clock[field]) : preset === clock;
  }) ?? "";
}
