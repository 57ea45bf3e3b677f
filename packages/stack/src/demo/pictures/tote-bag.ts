import { canvasImage, CLOTH_SIZE as SIZE, foldedCloth } from './cloth.ts';
import type { DemoTemplate } from './demo-template.ts';
import type { Fold } from './relief.ts';
import { drawn, repeated } from './svg.ts';

const PRINT_AREA = { x: 520, y: 700, width: 560, height: 700 };
const STRENGTH_PX = 10;

/** Wider at the bottom, where it is full. */
const BODY = `M386 586 C520 602 1080 602 1214 586 C1226 860 1254 1180 1262 1452 C1270 1506 1240 1528 1180 1530
  C960 1542 640 1542 420 1530 C360 1528 330 1506 338 1452 C346 1180 374 860 386 586 Z`;
const FRONT_STRAP = 'M560 640 C560 330 700 150 800 128 C900 150 1040 330 1040 640';
const BACK_STRAP = 'M600 600 C610 340 720 180 800 150 C880 180 990 340 1000 600';
const STRAP_PX = 46;

/** A bag of canvas on a hook. */
export async function toteBag(color: string): Promise<DemoTemplate> {
  const onBlack = (content: string) =>
    drawn(SIZE, `<rect width="1600" height="1600"/>${content}`).greyscale().png().toBuffer();
  const body = `<path d="${BODY}" fill="#fff"/>`;
  const [base, mask, colourMask, texture, layers] = await Promise.all([
    drawn(SIZE, photo(color)).removeAlpha().png().toBuffer(),
    onBlack(body),
    onBlack(`${strap(BACK_STRAP, '#fff')}${body}${strap(FRONT_STRAP, '#fff')}`),
    canvasImage(SIZE),
    foldedCloth(BODY, { folds: FOLDS, height: 18 }),
  ]);
  const surface = { displacement: { strengthPx: STRENGTH_PX, blurPx: 2 }, inkOpacity: 0.97, underbase: true };
  return { base, mask, colourMask, texture, ...layers, printArea: PRINT_AREA, sourceImage: SIZE, surface };
}

const FOLDS: Fold[] = [
  { from: [286, 322], bend: [268, 420], to: [232, 560], width: 9, height: 4 },
  { from: [300, 330], bend: [296, 470], to: [270, 640], width: 11, height: -4 },
  { from: [516, 322], bend: [536, 430], to: [560, 580], width: 9, height: 4 },
  { from: [500, 330], bend: [510, 480], to: [540, 660], width: 12, height: -4.4 },
  { from: [210, 700], bend: [300, 735], to: [400, 722], width: 12, height: 4 },
  { from: [590, 702], bend: [500, 738], to: [410, 724], width: 12, height: -3.4 },
  { from: [330, 470], bend: [400, 520], to: [470, 500], width: 16, height: -2.6 },
  { from: [300, 560], bend: [390, 610], to: [500, 590], width: 15, height: 2.6 },
];

const strap = (path: string, color: string): string =>
  `<path d="${path}" fill="none" stroke="${color}" stroke-width="${STRAP_PX}" stroke-linecap="butt"/>`;

const photo = (color: string): string => `
  <defs>
    <linearGradient id="wall" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#eef0ec"/><stop offset="0.6" stop-color="#dde0da"/><stop offset="1" stop-color="#bfc4bb"/>
    </linearGradient>
    <filter id="far" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="30"/></filter>
    <filter id="near" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="9"/></filter>
  </defs>
  <rect width="1600" height="1600" fill="url(#wall)"/>
  <path d="${BODY}" transform="translate(44 36)" fill="#2c2f28" fill-opacity="0.34" filter="url(#far)"/>
  <path d="${FRONT_STRAP}" transform="translate(30 22)" fill="none" stroke="#2c2f28" stroke-width="${STRAP_PX}" stroke-opacity="0.3" filter="url(#near)"/>
  ${strap(BACK_STRAP, color)}
  <path d="${BACK_STRAP}" fill="none" stroke="#000" stroke-width="${STRAP_PX}" stroke-opacity="0.3"/>
  <rect x="786" y="70" width="28" height="96" rx="14" fill="#6d5138"/>
  <path d="${BODY}" transform="translate(10 8)" fill="#23251f" fill-opacity="0.4" filter="url(#near)"/>
  <path d="${BODY}" fill="${color}"/>
  <path d="M386 586 C520 602 1080 602 1214 586 L1218 650 C1080 664 520 664 382 650 Z" fill="#000" fill-opacity="0.05"/>
  <path d="M382 650 C520 664 1080 664 1218 650" ${SEAM}/>
  ${strap(FRONT_STRAP, color)}
  <path d="${FRONT_STRAP}" fill="none" stroke="#000" stroke-width="${STRAP_PX}" stroke-opacity="0.08"/>
  ${repeated(2, (side) => `<path d="M${537 + side * 480} 606 h46 v58 h-46 Z M${537 + side * 480} 606 l46 58 M${583 + side * 480} 606 l-46 58" ${SEAM}/>`)}
  <path d="M424 1496 C640 1510 960 1510 1176 1496" ${SEAM}/>`;

const SEAM = 'fill="none" stroke="#000" stroke-width="2.5" stroke-dasharray="8 5" stroke-opacity="0.26"';
