import type { DemoTemplate } from './demo-template.ts';
import { shadingLayers } from './shading.ts';
import { coverageOf, drawn } from './svg.ts';

/** Local constants: global lookups make these loops five times as slow in the test runner. */
const { asin, cos, exp, max, min, PI, sqrt } = Math;

const SIZE = { width: 1_600, height: 1_600 };
const HALF = { width: 800, height: 800 };
const PRINT_AREA = { x: 470, y: 520, width: 460, height: 575 };

const LEFT = 350;
const RIGHT = 1_050;
const BODY = `M${LEFT} 420 L${LEFT + 6} 1150 C${LEFT + 10} 1236 ${RIGHT - 10} 1236 ${RIGHT - 6} 1150 L${RIGHT} 420
  C${RIGHT} 480 ${LEFT} 480 ${LEFT} 420 Z`;
const RIM = `cx="700" cy="420" rx="350" ry="52"`;
const HANDLE = `M1040 560 C1290 520 1370 660 1320 800 C1280 915 1180 985 1040 1010
  L1040 918 C1150 890 1210 840 1232 772 C1258 690 1200 630 1040 652 Z`;

/** How far circles around it sag, seen from a little above. */
const SAG = 44;
const RADIUS = (RIGHT - LEFT) / 2;
const MIDDLE = LEFT + RADIUS;
/** As long around the mug as the print area is wide. */
const WRAPPED: DemoTemplate['surface'] = {
  warp: {
    kind: 'cylinder',
    axis: { from: { x: MIDDLE, y: 490 }, to: { x: MIDDLE, y: 490 + PRINT_AREA.height } },
    radiusPx: RADIUS,
    angle: (PRINT_AREA.width / RADIUS) * (180 / PI),
    rotation: 0,
    sagPx: SAG,
  },
};

/** A mug on a table before a wall. */
export async function mug(color: string): Promise<DemoTemplate> {
  const [base, mask, layers] = await Promise.all([
    drawn(SIZE, photo(color)).removeAlpha().png().toBuffer(),
    drawn(SIZE, `<rect width="1600" height="1600"/><path d="${BODY}" fill="#fff"/>`).greyscale().png().toBuffer(),
    glaze(),
  ]);
  return { base, mask, ...layers, printArea: PRINT_AREA, sourceImage: SIZE, surface: WRAPPED };
}

async function glaze() {
  const coverage = await coverageOf(HALF, `<g transform="scale(0.5)"><path d="${BODY}"/></g>`);
  const brightness = new Float32Array(HALF.width * HALF.height);
  for (let y = 0; y < HALF.height; y += 1) {
    for (let x = 0; x < HALF.width; x += 1) brightness[y * HALF.width + x] = brightnessAt(x * 2, y * 2);
  }
  return shadingLayers({ brightness, coverage, size: HALF, output: SIZE, grain: 0.006, highlightStrength: 1 });
}

/** A glazed cylinder: a window to the left, its reflection, and a little light back from the wall on the right. */
function brightnessAt(x: number, y: number): number {
  const across = (x - LEFT) / (RIGHT - LEFT);
  const angle = asin(min(1, max(-1, across * 2 - 1)));
  const diffuse = 0.46 + 0.56 * max(0, cos(angle + 0.5)) ** 0.9;
  const bounce = 0.12 * bell(across, 0.965, 0.03);
  const down = max(0, (y - 900) / 330);
  const isInWindow = y > curveOf(across, 520) && y < curveOf(across, 1_020);
  const fade = isInWindow ? min(1, (y - curveOf(across, 520)) / 50, (curveOf(across, 1_020) - y) / 130) : 0;
  const reflection = 0.34 * bell(across, 0.14, 0.028) * fade + 0.12 * bell(across, 0.22, 0.016) * fade;
  return diffuse + bounce + reflection - 0.16 * down ** 2 * (0.4 + across);
}

const bell = (value: number, middle: number, width: number) => exp(-(((value - middle) / width) ** 2));

/** A horizontal line around the cylinder. */
const curveOf = (across: number, y: number) => y + SAG * sqrt(max(0, 1 - (across * 2 - 1) ** 2));

const photo = (color: string): string => `
  <defs>
    <linearGradient id="wall" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#f3ede4"/><stop offset="0.55" stop-color="#e6dbcc"/><stop offset="1" stop-color="#cdbfad"/>
    </linearGradient>
    <linearGradient id="table" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#b98d62"/><stop offset="0.25" stop-color="#c79a6c"/><stop offset="1" stop-color="#a2764b"/>
    </linearGradient>
    <linearGradient id="inside" x1="0" y1="0" x2="1" y2="0">
      <stop offset="0" stop-color="#000" stop-opacity="0.5"/><stop offset="0.6" stop-color="#000" stop-opacity="0.2"/>
      <stop offset="1" stop-color="#000" stop-opacity="0.08"/>
    </linearGradient>
    <linearGradient id="grip" x1="0" y1="0" x2="0.9" y2="1">
      <stop offset="0" stop-color="#000" stop-opacity="0.1"/><stop offset="0.35" stop-color="#000" stop-opacity="0.2"/>
      <stop offset="0.7" stop-color="#000" stop-opacity="0.34"/><stop offset="1" stop-color="#000" stop-opacity="0.5"/>
    </linearGradient>
    <filter id="far" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="34"/></filter>
    <filter id="near" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="11"/></filter>
    <filter id="fine" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="5"/></filter>
    <filter id="wood" x="0" y="0" width="100%" height="100%">
      <feTurbulence type="fractalNoise" baseFrequency="0.004 0.09" numOctaves="3" seed="9"/>
      <feColorMatrix values="0 0 0 0 0.28  0 0 0 0 0.16  0 0 0 0 0.07  1.1 0 0 0 -0.36"/>
    </filter>
    <clipPath id="handle"><path d="${HANDLE}"/></clipPath>
    <clipPath id="opening"><ellipse cx="700" cy="421" rx="334" ry="43"/></clipPath>
  </defs>
  <rect width="1600" height="1600" fill="url(#wall)"/>
  <path d="M0 0 L620 0 L180 1010 L0 1010 Z" fill="#fff" fill-opacity="0.22" filter="url(#far)"/>
  <rect y="1000" width="1600" height="600" fill="url(#table)"/>
  <rect y="1000" width="1600" height="600" filter="url(#wood)" opacity="0.5"/>
  <rect x="-100" y="985" width="1800" height="26" fill="#5d4023" fill-opacity="0.3" filter="url(#near)"/>
  <ellipse cx="960" cy="1215" rx="500" ry="66" fill="#2b1907" fill-opacity="0.5" filter="url(#far)"/>
  <ellipse cx="720" cy="1206" rx="352" ry="30" fill="#1d0f03" fill-opacity="0.7" filter="url(#near)"/>
  <path d="${HANDLE}" fill="${color}"/>
  <path d="${HANDLE}" fill="url(#grip)"/>
  <path d="M1060 592 C1240 566 1318 660 1290 772" fill="none" stroke="#fff" stroke-width="10" stroke-opacity="0.5" filter="url(#fine)"/>
  <path d="M1262 640 C1300 760 1230 880 1050 968" fill="none" stroke="#000" stroke-width="26" stroke-opacity="0.2" filter="url(#near)" clip-path="url(#handle)"/>
  <path d="M1030 500 H1082 V1050 H1030 Z" fill="#000" fill-opacity="0.42" filter="url(#near)" clip-path="url(#handle)"/>
  <path d="${BODY}" fill="${color}"/>
  <ellipse ${RIM} fill="${color}"/>
  <ellipse ${RIM} fill="#fff" fill-opacity="0.3"/>
  <ellipse cx="700" cy="421" rx="334" ry="43" fill="${color}"/>
  <ellipse cx="700" cy="421" rx="334" ry="43" fill="url(#inside)"/>
  <g clip-path="url(#opening)">
    <ellipse cx="700" cy="464" rx="322" ry="42" fill="#3b2010"/>
    <ellipse cx="716" cy="470" rx="300" ry="36" fill="#5a3419" fill-opacity="0.75"/>
    <path d="M380 455 C520 422 800 420 1020 452" fill="none" stroke="#000" stroke-width="16" stroke-opacity="0.3" filter="url(#fine)"/>
  </g>
  <ellipse cx="700" cy="420" rx="348" ry="50" fill="none" stroke="#000" stroke-width="1.5" stroke-opacity="0.14"/>
  <path d="M${LEFT + 3} 428 C${LEFT + 20} 484 ${RIGHT - 20} 484 ${RIGHT - 3} 428" fill="none" stroke="#000" stroke-width="2.5" stroke-opacity="0.16"/>`;
