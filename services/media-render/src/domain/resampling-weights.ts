/** Places between two pixels, along each axis. */
export const PHASES = 32;
/** 128 is one: so that channels fit two by two into numbers of 32 bits. */
export const WEIGHT_BITS = 7;
/** Four inner pixels, which count, then the eight next to them, which are subtracted. */
export const NEIGHBOURS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 0],
  [-1, 1],
  [2, 0],
  [2, 1],
  [0, -1],
  [1, -1],
  [0, 2],
  [1, 2],
] as const;
const INNER = 4;

/** Of a Catmull-Rom spline: what the pixels before, at, behind and after that count, `t` of the way from the second to the third. */
const spline = (t: number): [number, number, number, number] => [
  ((2 - t) * t - 1) * t * 0.5,
  ((3 * t - 5) * t * t + 2) * 0.5,
  ((4 - 3 * t) * t + 1) * t * 0.5,
  (t - 1) * t * t * 0.5,
];

/**
 * What each of the `NEIGHBOURS` weighs at each place, without its sign: `[(y * PHASES + x) * 12 + neighbour]`. The pixels at the four
 * corners would weigh less than eight bits can tell, and count as part of the nearest inner one. All weights of a place give 128.
 */
export const WEIGHTS = weights();

function weights(): Uint8Array {
  const table = new Uint8Array(PHASES * PHASES * NEIGHBOURS.length);
  for (let place = 0; place < PHASES * PHASES; place += 1) {
    const [x, y] = [spline((place % PHASES) / PHASES), spline(Math.floor(place / PHASES) / PHASES)];
    const exact = NEIGHBOURS.map(([right, down]) => Math.abs(x[right + 1]! * y[down + 1]!) * 2 ** WEIGHT_BITS);
    const rounded = exact.map(Math.round);
    const total = rounded.reduce((sum, weight, index) => sum + (index < INNER ? weight : -weight), 0);
    const largest = exact.indexOf(Math.max(...exact));
    rounded[largest]! += 2 ** WEIGHT_BITS - total;
    table.set(rounded, place * NEIGHBOURS.length);
  }
  return table;
}
