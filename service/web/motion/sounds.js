// The sounds of the page, made of tones and of noise.

/** One part of a sound. `pitch`: in Hz, from the first to the last; without one it is noise. @typedef {{ pitch?: [number, number], at: number, ms: number, loudness: number, wave?: OscillatorType }} Part */

const VOLUME = 0.06;
/** A tone fades in for a hundredth of a second, or it would click. */
const ATTACK_SECONDS = 0.01;
const NOISE_HZ = 2400;
const tone = (/** @type {number} */ hz, /** @type {number} */ at, /** @type {number} */ ms, loudness = 1, wave = /** @type {OscillatorType} */ ("sine")) => ({ pitch: /** @type {[number, number]} */ ([hz, hz]), at, ms, loudness, wave });

/** @type {Record<string, Part[]>} */
const SOUNDS = {
  turn: [tone(660, 0, 350), tone(880, 160, 350)],
  card: [{ at: 0, ms: 110, loudness: 0.5 }],
  hands: [{ at: 120, ms: 320, loudness: 0.6 }],
  cube: [{ pitch: [920, 520], at: 0, ms: 70, loudness: 0.5, wave: "triangle" }],
  build: [tone(392, 160, 260, 0.7, "triangle"), tone(523, 250, 260, 0.7, "triangle"), tone(659, 340, 380, 0.7, "triangle")],
  win: [tone(523, 0, 180, 0.8, "triangle"), tone(784, 130, 420, 0.9, "triangle")],
  end: [tone(523, 0, 260, 0.8, "triangle"), tone(659, 150, 260, 0.8, "triangle"), tone(784, 300, 260, 0.8, "triangle"), tone(1047, 450, 600, 0.9, "triangle")],
};
/** What each kind of motion sounds like. @type {Partial<Record<import("./moments.js").Kind, string>>} */
const SOUND_OF = { draft: "card", slate: "card", recycle: "card", deal: "hands", hand: "hands", pass: "hands", cube: "cube", produce: "cube", krystallium: "cube", build: "build", win: "win" };
/** So many sounds of a kind in one moment are heard. */
const MAX_ALIKE = 5;

/** @type {AudioContext | null} */
let audio = null;

/** What a moment sounds like, and when. Other seats are heard only when they finish a card or win something. @param {import("./moments.js").Motion[]} motions @returns {{ sound: string, at: number }[]} */
export function soundsOf(motions) {
  /** @type {Map<string, number[]>} */
  const times = new Map();
  for (const { kind, from, at } of motions) {
    const sound = SOUND_OF[kind];
    const isOthers = /^(race|drafted|site|hand) /.test(from[0] ?? "") && (sound === "cube" || sound === "card");
    if (!sound || isOthers) continue;
    const known = times.get(sound) ?? [];
    if (sound === "cube" ? known.length < MAX_ALIKE : !known.length) times.set(sound, [...known, sound === "build" || sound === "hands" ? 0 : at]);
  }
  return [...times].flatMap(([sound, found]) => found.map((at) => ({ sound, at })));
}

/** Let a moment be heard. @param {import("./moments.js").Motion[]} motions */
export function playMoment(motions) {
  for (const { sound, at } of soundsOf(motions)) playSound(sound, at);
}

/** Browsers allow sounds after the first click or key on the page. @param {string} name @param {number} [delay] in ms */
export function playSound(name, delay = 0) {
  try {
    audio ??= new AudioContext();
    for (const part of SOUNDS[name] ?? []) playPart(audio, part, delay);
  } catch {
    // a browser without sound
  }
}

/** @param {AudioContext} context @param {Part} part @param {number} delay in ms */
function playPart(context, { pitch, at, ms, loudness, wave }, delay) {
  const [begin, seconds] = [context.currentTime + (delay + at) / 1000, ms / 1000];
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setTargetAtTime(VOLUME * loudness, begin, ATTACK_SECONDS);
  volume.gain.setTargetAtTime(0, begin + seconds / 4, seconds / 4);
  const source = pitch ? new OscillatorNode(context, { type: wave, frequency: pitch[0] }) : noise(context, seconds);
  if (source instanceof OscillatorNode && pitch) source.frequency.exponentialRampToValueAtTime(pitch[1], begin + seconds);
  (pitch ? source : source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: NOISE_HZ, Q: 0.7 }))).connect(volume).connect(context.destination);
  source.start(begin);
  source.stop(begin + seconds);
}

/** @param {AudioContext} context @param {number} seconds */
function noise(context, seconds) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return new AudioBufferSourceNode(context, { buffer });
}
