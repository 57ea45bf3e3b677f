/**
 * What cloth looks like in a colour, for tests: in double precision, by bisection in place of formulas, and shared with what it
 * judges is only the rule. Cloth has the luminance of its colour in the usual light, 0.02 at least and at most 0.8 of the lightest
 * colour of its hue; less light makes it darker in proportion, more leads towards white.
 */
export function clothColour(photo: readonly number[], hexColor: string, usual: number): number[] {
  const colour = [1, 3, 5].map((at) => decoded(Number(`0x${hexColor.slice(at, at + 2)}`) / 255));
  const saturated = Math.max(...colour) === 0 ? [1, 1, 1] : colour.map((level) => level / Math.max(...colour));
  const inUsualLight = Math.min(Math.max(brightness(colour), 0.02), 0.8 * brightness(saturated));
  const light = lightOf(photo) / usual;
  const wanted = light <= 1 ? inUsualLight * light : towardsWhite(inUsualLight, light);
  // From black to the lightest of the hue at 1, and on to white at 2.
  const along = (position: number): number[] =>
    saturated.map((level) => (position <= 1 ? level * position : level * (2 - position) + (position - 1)));
  return along(bisected((position) => brightness(along(position)) < wanted, 2)).map((level) => 255 * encoded(level));
}

/** The luminance that half of the cloth stays below. */
export function usualLight(seen: readonly { levels: readonly number[]; share: number }[]): number {
  const byLight = seen
    .map(({ levels, share }) => ({ light: lightOf(levels), share }))
    .toSorted((one, other) => one.light - other.light);
  const half = byLight.reduce((sum, { share }) => sum + share, 0) / 2;
  let passed = 0;
  return byLight.find(({ share }) => (passed += share) >= half)!.light;
}

/** As a gas nears its volume: as steep at first as in less light, and never there. */
function towardsWhite(start: number, light: number): number {
  const room = 1 - start;
  const more = start * (light - 1);
  return start + (room * more) / (room + more);
}

const lightOf = (levels: readonly number[]): number => brightness(levels.map((level) => decoded(level / 255)));
const brightness = ([red, green, blue]: readonly number[]): number => 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
const decoded = (level: number): number =>
  level > 0.04045 ? Math.exp(2.4 * Math.log((level + 0.055) / 1.055)) : level / 12.92;

/** The level whose light this is. */
const encoded = (light: number): number => bisected((level) => decoded(level) < light, 1);

function bisected(isBelow: (position: number) => boolean, end: number): number {
  let [low, high] = [0, end];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return high;
}
