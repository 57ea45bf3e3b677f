import type { DemoTemplate } from './demo-template.ts';
import { drawn, type Size } from './svg.ts';

const SIZE: Size = { width: 1_600, height: 1_600 };
const PRINT_AREA = { x: 470, y: 400, width: 540, height: 675 };

type Corner = [x: number, y: number];
/** Clockwise from the upper left, on a wall that goes away to the right. */
const PAPER: Corner[] = [
  [430, 290],
  [1_090, 386],
  [1_090, 1_092],
  [430, 1_226],
];
/** Around the paper: its mount, and the frame. */
const MOUNT = grown(PAPER, 1.1);
const FRAME = grown(PAPER, 1.18);

/** A framed poster on a wall, seen from the side. */
export async function framedPoster(color: string): Promise<DemoTemplate> {
  const onBlack = (content: string) => drawn(SIZE, `<rect width="1600" height="1600"/>${content}`);
  const [base, mask, shadow, highlight] = await Promise.all([
    drawn(SIZE, photo(color)).removeAlpha().png().toBuffer(),
    onBlack(`<path d="${path(PAPER)}" fill="#fff"/>`)
      .greyscale()
      .png()
      .toBuffer(),
    drawn(SIZE, `<rect width="1600" height="1600" fill="#fff"/>${SHADE}`).removeAlpha().png().toBuffer(),
    onBlack(GLASS).removeAlpha().png().toBuffer(),
  ]);
  const corners = PAPER.map(([x, y]) => ({ x, y }));
  const surface: DemoTemplate['surface'] = { warp: { kind: 'perspective', corners } };
  return { base, mask, shadow, highlight, printArea: PRINT_AREA, sourceImage: SIZE, surface };
}

function grown(corners: readonly Corner[], by: number): Corner[] {
  const middle = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  const [x, y] = [middle(0), middle(1)];
  return corners.map((corner) => [x + (corner[0] - x) * by, y + (corner[1] - y) * by]);
}

const path = (corners: readonly Corner[]): string =>
  `M${corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(' L')} Z`;

/** Of the frame on the paper, from the window on the left. */
const SHADE = `
  <defs>
    <linearGradient id="far" x1="0" x2="1"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#d9d4cd"/></linearGradient>
    <filter id="soft"><feGaussianBlur stdDeviation="12"/></filter>
    <clipPath id="paper"><path d="${path(MOUNT)}"/></clipPath>
  </defs>
  <path d="${path(MOUNT)}" fill="url(#far)"/>
  <g clip-path="url(#paper)">
    <path d="${path(MOUNT)}" fill="none" stroke="#8b8378" stroke-width="34" stroke-opacity="0.7" filter="url(#soft)"/>
  </g>`;

/** A window in the glass. */
const GLASS = `
  <defs>
    <filter id="blur"><feGaussianBlur stdDeviation="9"/></filter>
    <clipPath id="glass"><path d="${path(MOUNT)}"/></clipPath>
  </defs>
  <g clip-path="url(#glass)" filter="url(#blur)">
    <path d="M380 250 L650 250 L460 1280 L330 1280 Z" fill="#fff" fill-opacity="0.13"/>
    <path d="M700 250 L760 250 L570 1280 L520 1280 Z" fill="#fff" fill-opacity="0.1"/>
  </g>`;

const photo = (color: string): string => `
  <defs>
    <linearGradient id="wall" x1="0" x2="1"><stop offset="0" stop-color="#e9e4da"/><stop offset="1" stop-color="#c4bcae"/></linearGradient>
    <linearGradient id="wood" x1="0" x2="1"><stop offset="0" stop-color="#8a5f3a"/><stop offset="1" stop-color="#5f3f25"/></linearGradient>
    <filter id="cast" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="24"/></filter>
  </defs>
  <rect width="1600" height="1600" fill="url(#wall)"/>
  <path d="M0 1480 L1600 1340 L1600 1600 L0 1600 Z" fill="#9c8468"/>
  <path d="M0 1452 L1600 1318 L1600 1342 L0 1482 Z" fill="#f4f0e8"/>
  <path d="${path(FRAME)}" transform="translate(34 30)" fill="#2e261c" fill-opacity="0.4" filter="url(#cast)"/>
  <path d="${path(FRAME)}" fill="url(#wood)"/>
  <path d="${path(FRAME)}" fill="none" stroke="#3d2715" stroke-width="4"/>
  <path d="${path(MOUNT)}" fill="#f7f5f0" stroke="#3d2715" stroke-width="3"/>
  <path d="${path(PAPER)}" fill="${color}"/>`;
