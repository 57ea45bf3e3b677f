import type { DemoTemplate } from './demo-template.ts';
import { drawn, type Size } from './svg.ts';

const SIZE: Size = { width: 1_600, height: 1_600 };
const PRINT_AREA = { x: 610, y: 480, width: 360, height: 720 };

type Corner = [x: number, y: number];
/** On a table, turned a little. */
const CORNERS: readonly [Corner, Corner, Corner, Corner] = [
  [640, 214],
  [1_142, 286],
  [1_010, 1_412],
  [424, 1_322],
];
const ROUNDING = 0.15;
const THICKNESS_PX = 26;
const OUTLINE = roundedQuadrilateral(CORNERS, ROUNDING);
/** Of the cameras, as shares of the case. */
const CAMERAS = { left: 0.07, top: 0.035, right: 0.47, bottom: 0.235 };
const CAMERA_HOLE = roundedQuadrilateral(
  [
    onCase(CAMERAS.left, CAMERAS.top),
    onCase(CAMERAS.right, CAMERAS.top),
    onCase(CAMERAS.right, CAMERAS.bottom),
    onCase(CAMERAS.left, CAMERAS.bottom),
  ],
  0.3,
);

/** The back of a telephone in its case, on a table. */
export async function phoneCase(color: string): Promise<DemoTemplate> {
  const onBlack = (content: string) => drawn(SIZE, `<rect width="1600" height="1600"/>${content}`);
  const [base, mask, shadow, highlight, outline] = await Promise.all([
    drawn(SIZE, photo(color)).removeAlpha().png().toBuffer(),
    onBlack(`<path d="${OUTLINE}" fill="#fff"/>`).greyscale().png().toBuffer(),
    drawn(SIZE, `<rect width="1600" height="1600" fill="#fff"/>${SHADE}`).removeAlpha().png().toBuffer(),
    onBlack(GLOSS).removeAlpha().png().toBuffer(),
    drawn(SIZE, CAMERA_BLOCK).png().toBuffer(),
  ]);
  const corners = CORNERS.map(([x, y]) => ({ x, y }));
  const surface: DemoTemplate['surface'] = { warp: { kind: 'perspective', corners } };
  return { base, mask, shadow, highlight, outline, printArea: PRINT_AREA, sourceImage: SIZE, surface };
}

/** A point between the corners. */
function onCase(across: number, down: number): Corner {
  const [a, b, c, d] = CORNERS;
  const on = (axis: 0 | 1) =>
    (a[axis] * (1 - across) + b[axis] * across) * (1 - down) + (d[axis] * (1 - across) + c[axis] * across) * down;
  return [on(0), on(1)];
}

/** Rounded by so much of its shorter sides. */
function roundedQuadrilateral(corners: readonly Corner[], rounding: number): string {
  const shortest = Math.min(...corners.map((corner, at) => distance(corner, corners[(at + 1) % 4]!)));
  const towards = (from: Corner, to: Corner): string => {
    const share = (shortest * rounding) / distance(from, to);
    return `${(from[0] + (to[0] - from[0]) * share).toFixed(1)} ${(from[1] + (to[1] - from[1]) * share).toFixed(1)}`;
  };
  const bends = corners.map((corner, at) => {
    const [before, after] = [corners[(at + 3) % 4]!, corners[(at + 1) % 4]!];
    return `${at === 0 ? 'M' : 'L'}${towards(corner, before)} Q${corner[0]} ${corner[1]} ${towards(corner, after)}`;
  });
  return `${bends.join(' ')} Z`;
}

function distance(one: Corner, other: Corner): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

/** The edges bend away from the light. */
const SHADE = `
  <defs>
    <filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="13"/></filter>
    <linearGradient id="down" x1="0" y1="0" x2="0.4" y2="1"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#d5d2d0"/></linearGradient>
    <clipPath id="case"><path d="${OUTLINE}"/></clipPath>
  </defs>
  <path d="${OUTLINE}" fill="url(#down)"/>
  <g clip-path="url(#case)">
    <path d="${OUTLINE}" fill="none" stroke="#6f6a66" stroke-width="44" stroke-opacity="0.75" filter="url(#soft)"/>
    <path d="${CAMERA_HOLE}" transform="translate(8 12)" fill="#555" fill-opacity="0.6" filter="url(#soft)"/>
  </g>`;

/** A window in the gloss, and light along the upper left edge. */
const GLOSS = `
  <defs>
    <filter id="blur"><feGaussianBlur stdDeviation="16"/></filter>
    <filter id="thin"><feGaussianBlur stdDeviation="4"/></filter>
    <clipPath id="case"><path d="${OUTLINE}"/></clipPath>
  </defs>
  <g clip-path="url(#case)">
    <path d="M820 180 L1010 200 L640 1440 L470 1420 Z" fill="#fff" fill-opacity="0.13" filter="url(#blur)"/>
    <path d="M1050 200 L1090 210 L760 1440 L720 1440 Z" fill="#fff" fill-opacity="0.1" filter="url(#blur)"/>
    <path d="${OUTLINE}" transform="translate(7 6)" fill="none" stroke="#fff" stroke-width="5" stroke-opacity="0.5" filter="url(#thin)"/>
  </g>`;

const lens = (across: number, down: number): string => {
  const [x, y] = onCase(across, down);
  const circle = (radius: number, fill: string) =>
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" fill="${fill}"/>`;
  return `${circle(47, '#0d0e11')}${circle(40, '#23262c')}${circle(27, '#07080a')}${circle(15, '#1b2b4a')}
    <circle cx="${(x - 9).toFixed(1)}" cy="${(y - 10).toFixed(1)}" r="6" fill="#c8d8ff" fill-opacity="0.8"/>`;
};

const CAMERA_BLOCK = `
  <path d="${CAMERA_HOLE}" fill="#1a1c20"/>
  <path d="${CAMERA_HOLE}" fill="none" stroke="#3b3f46" stroke-width="5"/>
  ${lens(0.175, 0.085)}${lens(0.175, 0.185)}${lens(0.355, 0.135)}`;

const photo = (color: string): string => `
  <defs>
    <linearGradient id="table" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#d9cfe0"/><stop offset="0.55" stop-color="#c3b6cf"/><stop offset="1" stop-color="#9d8fae"/>
    </linearGradient>
    <filter id="far" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="38"/></filter>
    <filter id="near" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="12"/></filter>
  </defs>
  <rect width="1600" height="1600" fill="url(#table)"/>
  <path d="M0 0 L900 0 L260 1600 L0 1600 Z" fill="#fff" fill-opacity="0.12" filter="url(#far)"/>
  <path d="${OUTLINE}" transform="translate(64 74)" fill="#2a2036" fill-opacity="0.45" filter="url(#far)"/>
  <path d="${OUTLINE}" transform="translate(24 ${THICKNESS_PX + 12})" fill="#1d1626" fill-opacity="0.55" filter="url(#near)"/>
  <path d="${OUTLINE}" transform="translate(12 ${THICKNESS_PX})" fill="#8d8a90"/>
  <path d="${OUTLINE}" transform="translate(6 ${THICKNESS_PX / 2})" fill="#aaa7ad"/>
  <path d="${OUTLINE}" fill="${color}"/>`;
