import { CLOTH_SIZE as SIZE, foldedCloth, HALF, knitImage } from './cloth.ts';
import type { DemoTemplate } from './demo-template.ts';
import type { Fold } from './relief.ts';
import { drawn, repeated } from './svg.ts';

const STRENGTH_PX = 12;
const PRINT_AREA = { x: 540, y: 470, width: 520, height: 650 };

const BODY = `M628 236 C500 286 500 284 434 312 C372 340 340 384 312 446 L176 690 C214 732 288 766 352 778 L432 616
  C446 760 444 1010 424 1436 C560 1468 1040 1468 1176 1436 C1156 1010 1154 760 1168 616 L1248 778
  C1312 766 1386 732 1424 690 L1288 446 C1260 384 1228 340 1166 312 C1100 284 1100 286 972 236
  C930 342 670 342 628 236 Z`;
const NECK_HOLE = 'M628 236 C670 342 930 342 972 236 C900 208 700 208 628 236 Z';

/** A shirt laid on linen, from above. */
export async function tShirt(color: string): Promise<DemoTemplate> {
  const onBlack = (...paths: string[]) =>
    drawn(SIZE, `<rect width="1600" height="1600"/>${paths.map((path) => `<path d="${path}" fill="#fff"/>`).join('')}`)
      .greyscale()
      .png()
      .toBuffer();
  const [base, mask, colourMask, texture, layers] = await Promise.all([
    drawn(SIZE, shirt(color)).removeAlpha().png().toBuffer(),
    onBlack(BODY),
    onBlack(BODY, NECK_HOLE),
    knitImage(SIZE),
    foldedCloth(BODY, { folds: FOLDS, height: 26 }),
  ]);
  const surface = { displacement: { strengthPx: STRENGTH_PX, blurPx: 2 }, inkOpacity: 0.96, underbase: true };
  return { base, mask, colourMask, texture, ...layers, printArea: PRINT_AREA, sourceImage: SIZE, surface };
}

const mirrored = (fold: Fold): Fold => {
  const over = ([x, y]: [number, number]): [number, number] => [HALF.width - x, y + 6];
  return { ...fold, from: over(fold.from), bend: over(fold.bend), to: over(fold.to), height: fold.height * 0.85 };
};

const LEFT_FOLDS: Fold[] = [
  { from: [214, 312], bend: [262, 330], to: [318, 392], width: 7, height: 5 },
  { from: [216, 322], bend: [250, 366], to: [272, 460], width: 8, height: -5 },
  { from: [220, 340], bend: [232, 420], to: [240, 520], width: 7, height: 4 },
  { from: [222, 300], bend: [200, 262], to: [212, 200], width: 8, height: -4 },
  { from: [206, 318], bend: [176, 300], to: [140, 312], width: 6, height: 3.4 },
  { from: [200, 340], bend: [168, 330], to: [126, 346], width: 7, height: -3.4 },
  { from: [300, 160], bend: [280, 220], to: [252, 262], width: 9, height: 3.2 },
  { from: [232, 560], bend: [262, 610], to: [258, 700], width: 10, height: 4 },
];

const FOLDS: Fold[] = [
  ...LEFT_FOLDS,
  ...LEFT_FOLDS.map(mirrored),
  { from: [346, 170], bend: [400, 205], to: [452, 168], width: 8, height: -2.4 },
  { from: [300, 520], bend: [330, 610], to: [318, 712], width: 14, height: 4 },
  { from: [496, 470], bend: [470, 590], to: [488, 716], width: 15, height: -4.4 },
  { from: [400, 590], bend: [410, 650], to: [396, 718], width: 13, height: 3.4 },
  { from: [250, 470], bend: [330, 500], to: [420, 486], width: 12, height: -2 },
  { from: [560, 430], bend: [500, 470], to: [430, 480], width: 12, height: 2 },
];

const shirt = (color: string): string => `
  <defs>
    <radialGradient id="ground" cx="40%" cy="30%" r="85%">
      <stop offset="0" stop-color="#f1eee8"/><stop offset="0.6" stop-color="#e4dfd6"/><stop offset="1" stop-color="#c9c2b6"/>
    </radialGradient>
    <filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="26"/></filter>
    <filter id="close" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="7"/></filter>
    <filter id="linen" x="0" y="0" width="100%" height="100%">
      <feTurbulence type="fractalNoise" baseFrequency="0.9 0.35" numOctaves="1" seed="4"/>
      <feColorMatrix values="0 0 0 0 0.35  0 0 0 0 0.32  0 0 0 0 0.28  0.5 0 0 0 -0.18"/>
    </filter>
  </defs>
  <rect width="1600" height="1600" fill="url(#ground)"/>
  <rect width="1600" height="1600" filter="url(#linen)" opacity="0.55"/>
  <path d="${BODY}" transform="translate(26 34)" fill="#3a3026" fill-opacity="0.34" filter="url(#soft)"/>
  <path d="${BODY}" transform="translate(7 9)" fill="#2a221a" fill-opacity="0.45" filter="url(#close)"/>
  <path d="${BODY}" fill="${color}"/>
  ${neck(color)}
  ${seams()}`;

/** Inside of the back, its collar, and the ribbed collar in front. */
const neck = (color: string): string => `
  <clipPath id="hole"><path d="${NECK_HOLE}"/></clipPath>
  <path d="${NECK_HOLE}" fill="${color}"/>
  <g clip-path="url(#hole)">
    <path d="${NECK_HOLE}" fill="#000" fill-opacity="0.34"/>
    <path d="M628 236 C700 262 900 262 972 236" fill="none" stroke="${color}" stroke-width="40" stroke-opacity="0.75"/>
    <path d="M628 250 C700 282 900 282 972 250" fill="none" stroke="#000" stroke-width="3" stroke-opacity="0.35"/>
    <path d="M640 262 C680 356 920 356 960 262" fill="none" stroke="#000" stroke-width="46" stroke-opacity="0.28" filter="url(#close)"/>
  </g>
  <path d="M616 243 C662 366 938 366 984 243" fill="none" stroke="${color}" stroke-width="34"/>
  <path d="M616 243 C662 366 938 366 984 243" fill="none" stroke="#000" stroke-width="34" stroke-opacity="0.06"/>
  <path d="M616 243 C662 366 938 366 984 243" fill="none" stroke="#000" stroke-width="32" stroke-dasharray="2 5" stroke-opacity="0.1"/>
  <path d="M602 250 C652 386 948 386 998 250" fill="none" stroke="#000" stroke-width="2.5" stroke-opacity="0.32"/>
  <path d="M630 238 C674 345 926 345 970 238" fill="none" stroke="#000" stroke-width="2" stroke-opacity="0.28"/>`;

const STITCH = 'fill="none" stroke="#000" stroke-width="2" stroke-dasharray="7 5" stroke-opacity="0.2"';
const SEAM = 'fill="none" stroke="#000" stroke-width="2.5" stroke-opacity="0.24"';

const seams = (): string => `
  <path d="M434 312 C402 400 408 520 432 616" ${SEAM}/><path d="M1166 312 C1198 400 1192 520 1168 616" ${SEAM}/>
  ${repeated(2, (row) => `<path d="M425 ${1408 + row * 9} C560 ${1440 + row * 9} 1040 ${1440 + row * 9} 1175 ${1408 + row * 9}" ${STITCH}/>`)}
  ${repeated(2, (row) => `<path d="M${190 - row * 4} ${664 + row * 8} C230 ${706 + row * 8} 300 ${738 + row * 8} ${365 - row * 4} ${751 + row * 8}" ${STITCH}/>`)}
  ${repeated(2, (row) => `<path d="M${1410 + row * 4} ${664 + row * 8} C1370 ${706 + row * 8} 1300 ${738 + row * 8} ${1235 + row * 4} ${751 + row * 8}" ${STITCH}/>`)}`;
