// Where rounds, phases and steps of a replay begin, and how empires grow from version to version.

import { lastVersion, tableAt } from "../fold/fold.js";
import { worthOf } from "../fold/worth.js";

/** @typedef {import("../fold/fold.js").Replay} Replay */
/** `first` and `last`: versions. @typedef {{ first: number, last: number, round: number, phase: string | null, step: string | null }} Moment */

/** The phases and steps of a game in order, as they were played, those that a rewind took back too. @param {Replay} replay @returns {Moment[]} */
export function momentsOf(replay) {
  /** @type {Moment[]} */
  const moments = [];
  for (let version = 1; version <= lastVersion(replay); version++) {
    const { round, phase, step } = tableAt(replay, version);
    const last = moments[moments.length - 1];
    if (last && last.round === round && last.phase === phase && last.step === step) last.last = version;
    else moments.push({ first: version, last: version, round, phase, step });
  }
  return moments;
}

/** The moment of a version. @param {Moment[]} moments @param {number} version @returns {Moment} */
export function momentAt(moments, version) {
  return moments.find(({ last }) => last >= version) ?? /** @type {Moment} */ (moments[moments.length - 1]);
}

/** The first version of the moment before or after that of a version. @param {Moment[]} moments @param {number} version @param {1 | -1} ahead */
export function neighbour(moments, version, ahead) {
  const here = momentAt(moments, version);
  if (ahead < 0 && version > here.first) return here.first;
  const at = moments.indexOf(here) + ahead;
  return moments[at]?.first ?? (ahead > 0 ? here.last : here.first);
}

/** Where the rounds begin on a chart. @param {Moment[]} moments @param {number} origin the version of its first place @returns {import("./curves.js").Tick[]} */
export function roundTicks(moments, origin) {
  return moments.filter(({ round }, at) => round > (moments[at - 1]?.round ?? 0)).map(({ first, round }) => ({ at: first - origin, round }));
}

/** A number for each seat at each version. @typedef {{ score: number[][], production: number[][] }} Growth `[seat][version - 1]` */

/** Points, and cubes that the empires produce in a round. @param {Replay} replay @returns {Growth} */
export function growthOf(replay) {
  const { length } = tableAt(replay, lastVersion(replay)).seats;
  const versions = Array.from({ length: lastVersion(replay) }, (_, at) => tableAt(replay, at + 1));
  /** @param {(worth: import("../fold/worth.js").Worth) => number} value */
  const curves = (value) => Array.from({ length }, (_, seat) => versions.map((table) => {
    const found = table.seats[seat];
    return found ? value(worthOf(table, found)) : 0;
  }));
  return {
    score: curves(({ score }) => score.total),
    production: curves(({ production }) => Object.values(production).reduce((sum, cubes) => sum + cubes, 0)),
  };
}
