const CHANNEL_BITS = 4;
const DROPPED_BITS = 8 - CHANNEL_BITS;
const NOTHING_VISIBLE = '#FFFFFF';

/** The colour seen most in RGBA pixels, as #RRGGBB: the average of the fullest group of similar colours. */
export function dominantColor(pixels: Uint8Array): string {
  const weights = new Float64Array(1 << (3 * CHANNEL_BITS));
  for (let at = 0; at < pixels.length; at += 4) weights[groupOf(pixels, at)]! += pixels[at + 3]!;
  const fullest = weights.reduce((best, weight, group) => (weight > weights[best]! ? group : best), 0);
  if (weights[fullest] === 0) return NOTHING_VISIBLE;

  const sums = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    if (groupOf(pixels, at) !== fullest) continue;
    for (const channel of [0, 1, 2]) sums[channel]! += pixels[at + channel]! * pixels[at + 3]!;
  }
  return `#${sums.map((sum) => hex(sum / weights[fullest]!)).join('')}`;
}

const groupOf = (pixels: Uint8Array, at: number): number =>
  ((pixels[at]! >> DROPPED_BITS) << (2 * CHANNEL_BITS)) |
  ((pixels[at + 1]! >> DROPPED_BITS) << CHANNEL_BITS) |
  (pixels[at + 2]! >> DROPPED_BITS);

const hex = (channel: number) => Math.round(channel).toString(16).padStart(2, '0').toUpperCase();
