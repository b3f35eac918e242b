// The ways of pictures from box to box, as keyframes of transforms and opacity.

/** @typedef {import("./moments.js").Box} Box */
/** @typedef {{ width: number, height: number }} Size in pixels */

/**
 * The way of a picture that lies in the upper left corner: its middle goes from the middle of one box to that of another.
 *
 * @param {Size} size of the picture @param {Box} from @param {Box} to @param {number[]} scales of the picture, evenly on its way
 * @param {number} [lift] how far the way rises between its ends, in pixels @returns {Keyframe[]}
 */
export function way({ width, height }, from, to, scales, lift = 0) {
  const [begin, end] = [middleOf(from), middleOf(to)];
  return scales.map((scale, index) => {
    const share = scales.length > 1 ? index / (scales.length - 1) : 0;
    const x = begin.x + (end.x - begin.x) * share - width / 2;
    const y = begin.y + (end.y - begin.y) * share - height / 2 - (share > 0 && share < 1 ? lift : 0);
    return { transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})` };
  });
}

/** @param {Box} box */
function middleOf({ left, top, width, height }) {
  return { x: left + width / 2, y: top + height / 2 };
}

/** The same way, at the end of which the picture is gone. @param {Keyframe[]} frames @returns {Keyframe[]} */
export function fading(frames) {
  return frames.map((frame, index) => ({ ...frame, opacity: index === frames.length - 1 ? 0 : 1 }));
}

/** The same way in three frames, in the middle of which the picture turns around and shows its other face. @param {Keyframe[]} frames @returns {Keyframe[]} */
export function turning([begin, middle, end]) {
  /** @param {Keyframe | undefined} frame @param {number} degrees @param {number} offset */
  const turned = (frame, degrees, offset) => ({ transform: `${frame?.transform} perspective(700px) rotateY(${degrees}deg)`, offset });
  return [turned(begin, 0, 0), turned(middle, 90, 0.5), turned(middle, -90, 0.5), turned(end, 0, 1)];
}
