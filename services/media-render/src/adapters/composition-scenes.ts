import { FLAT_SURFACE, type Surface } from '@estampa/kernel/surface';
import sharp, { type Sharp } from 'sharp';
import { planArtwork } from '../domain/composition-plan.ts';
import type { Rectangle, Size } from '../domain/geometry.ts';
import { type Placement, withBleed } from '../domain/placement.ts';
import { artworkRaster, halvedArtwork } from './artwork-raster.ts';
import type { HexColor } from '../domain/colouring.ts';
import { type Cloth, inColour, preparedProduct } from './cloth.ts';
import { composeAsDrawn, type Mockup } from './compositor.ts';
import { decodeLayers, decodeMasks, type LayerFiles } from './layer-decoding.ts';
import { decodePrint } from './surface-decoding.ts';
import { surfaceThatMatters } from '../domain/template.ts';
import { drawPlanned } from './surface-drawing.ts';
import { emptyRaster, fromRaster, type Raster } from './raster.ts';

/** What tests compose: a template by its files, an artwork, and where it lies. */
export type Scene = {
  files: LayerFiles;
  artwork: Raster;
  placement: Placement;
  printArea: Rectangle;
  sourceImage: Size;
  output: Size;
  surface?: Surface;
  /** Of what the file `colourMask` shows. */
  colour?: HexColor;
  /** On further surfaces, some with the file of a mask of their own. */
  others?: readonly (Pick<Scene, 'artwork' | 'placement' | 'printArea' | 'surface'> & { mask?: Uint8Array })[];
};

type Product = Mockup | Cloth;

/** As the image thread composes it, before it is encoded; `stored` is given the decoded template, and gives back what is composed on. */
export async function composeScene(
  { files, colour, others = [], ...scene }: Scene,
  stored: (product: Product) => Product = (product) => product,
): Promise<Raster> {
  const { sourceImage, output } = scene;
  const prints = await Promise.all(
    [scene, ...others].map(async ({ surface = FLAT_SURFACE, printArea, artwork, placement }) => {
      const inkArea = withBleed(printArea);
      const seen = surfaceThatMatters(surface, printArea, files.displacement !== undefined);
      const print = await decodePrint({ surface: seen, printArea, inkArea, sourceImage, output }, files);
      const isBent = seen.warp !== null;
      const { canvas } = print;
      const plan = canvas && planArtwork({ artwork, placement, inkArea, sourceImage, output: canvas, isBent });
      const sizes = await halvedArtwork(artworkRaster(artwork));
      return { print, draw: async () => plan && drawPlanned(print.surface, sizes, plan) };
    }),
  );
  const [first, ...further] = prints.map(({ print }) => print);
  const masks = await decodeMasks(
    others.map(({ mask = null }) => mask),
    output,
  );
  const { colourMask } = files;
  const product = await preparedProduct(await decodeLayers(files, output), [first!, ...further], { masks, colourMask });
  const mockup = inColour(stored(product), colour ?? null);
  return composeAsDrawn(
    mockup,
    prints.map(({ draw }) => draw()),
  );
}

type Draw = (x: number, y: number) => readonly [r: number, g: number, b: number, alpha?: number];

/** An image by a rule for its points, from 0 to 1 both ways. */
export function drawn({ width, height }: Size, draw: Draw): Raster {
  const raster = emptyRaster({ width, height }, 4);
  for (let at = 0; at < width * height; at += 1) {
    const [r, g, b, alpha = 255] = draw(((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height);
    const { pixels } = raster;
    [pixels[at * 4], pixels[at * 4 + 1], pixels[at * 4 + 2], pixels[at * 4 + 3]] = [r, g, b, alpha];
  }
  return raster;
}

export const pngOf = (raster: Raster): Promise<Buffer> => fromRaster(raster).png().toBuffer();

const SOURCE = { width: 240, height: 200 };
const PRINT_AREA = { x: 60, y: 50, width: 120, height: 100 };
const ARTWORK = { width: 120, height: 100 };
const grey = (level: number) => [level, level, level] as const;
const fromMiddle = (x: number, y: number) => Math.hypot(x - 0.5, y - 0.5);

/** A field of colours in which every rotation, flip and shift can be seen; a corner stands out. */
const colours: Draw = (x, y) => {
  if (x < 0.25 && y < 0.25) return [250, 240, 60];
  const isDark = (Math.floor(x * 8) + Math.floor(y * 8)) % 2 === 0;
  return [40 + 190 * x, 40 + 150 * y, isDark ? 160 : 90];
};
const fading: Draw = (x, y) => {
  const [r, g, b] = colours(x, y);
  return [r, g, b, 255 * Math.max(0, 1 - 2 * fromMiddle(x, y))];
};

const LAYERS = {
  base: (x, y) => [225 - 40 * x, 215 - 30 * y, 205],
  mask: (x, y) => grey(fromMiddle(x, y) < 0.22 ? 255 : 0),
  /** A soft edge goes down the right of the photo. */
  sleeveMask: (x) => [0, 0, 0, 255 * Math.min(1, Math.max(0, 16 - 18 * x))],
  softMask: (x, y) => [0, 0, 0, 255 * Math.min(1, Math.max(0, 2 - 8 * fromMiddle(x, y)))],
  shadow: (x) => grey(175 + 75 * Math.cos(x * 30)),
  highlight: (x, y) => grey(110 * Math.max(0, 1 - 4 * Math.abs(x + y - 1))),
  outline: (x, y) => [20, 20, 30, Math.abs(fromMiddle(x, y) - 0.3) < 0.01 ? 255 : 0],
  /** Coarse linen, bare on the right. */
  weave: (x, y) => {
    const level = 215 + 40 * Math.sin(x * 260) * Math.sin(y * 220);
    return [level, level - 10, level - 25, x < 0.62 ? 255 : 0];
  },
  /** Two folds from top to bottom. */
  relief: (x) => grey(128 + 90 * Math.sin(x * 26)),
  /** A cap: nothing around it. */
  cutOut: (x, y) => [200, 190, 180, fromMiddle(x, y) < 0.4 ? 255 : 0],
} as const satisfies Record<string, Draw>;

type Layer = keyof typeof LAYERS;
type Wanted = {
  surface?: Partial<Surface>;
  layers?: Partial<Record<keyof LayerFiles, Layer>>;
  artwork?: Draw;
  placement?: Partial<Placement>;
  size?: Size;
  output?: Size;
  /** The same artwork smaller on a further surface, with a mask of its own where one is named. */
  sleeve?: { mask?: Layer };
};

const ALL = { mask: 'softMask', shadow: 'shadow', highlight: 'highlight', outline: 'outline' } as const;

const corner = (x: number, y: number) => ({ x, y });
const SEEN_FROM_THE_SIDE: Surface['warp'] = {
  kind: 'perspective',
  corners: [corner(72, 40), corner(172, 62), corner(166, 140), corner(58, 168)],
};
const ON_SLEEVE = { x: 184, y: 50, width: 48, height: 40 };
const ROUND: Surface['warp'] = {
  kind: 'cylinder',
  axis: { from: corner(120, 45), to: corner(120, 145) },
  radiusPx: 62,
  angle: 130,
  rotation: 10,
  sagPx: 9,
};

/** Every case of composing, with the name of its image. */
export const SCENES: Readonly<Record<string, Wanted>> = {
  'as-placed': {},
  'half-transparent': { artwork: fading },
  turned: { placement: { scale: 0.7, rotation: 30, x: 78, y: 65 } },
  'turned-upright': { placement: { scale: 0.8, rotation: 90, x: 72, y: 60 } },
  'upside-down': { placement: { rotation: 180 } },
  'cut-at-the-bleed': { placement: { scale: 2, x: 20, y: 10 } },
  'beside-the-print-area': { placement: { x: 400, y: 0 } },
  'enlarged-eight-times': { size: { width: 15, height: 12 }, placement: { scale: 8 } },
  'a-tenth-of-its-size': { size: { width: 1_200, height: 1_000 }, placement: { scale: 0.1 } },
  'masked-by-brightness': { layers: { mask: 'mask' } },
  'masked-by-alpha': { layers: { mask: 'softMask' } },
  'shadow-multiplied': { layers: { shadow: 'shadow' } },
  'highlight-screened': { layers: { highlight: 'highlight' } },
  'outline-on-top': { layers: { outline: 'outline' } },
  'all-layers': { layers: ALL, artwork: fading },
  'all-layers-turned': { layers: ALL, placement: { scale: 0.7, rotation: -20, x: 78, y: 65 } },
  'on-a-transparent-product': { layers: { base: 'cutOut', ...ALL }, artwork: fading },
  'grain-multiplied': { layers: { ...ALL, texture: 'weave' } },
  'grain-on-a-transparent-product': { layers: { base: 'cutOut', texture: 'weave' }, artwork: fading },
  'round-a-mug': { layers: { highlight: 'highlight' }, surface: { warp: ROUND } },
  'seen-from-the-side': { surface: { warp: SEEN_FROM_THE_SIDE } },
  'on-folds': {
    layers: { displacement: 'relief', texture: 'weave', shadow: 'shadow' },
    surface: { displacement: { strengthPx: 6, blurPx: 1 }, blend: 'multiply', inkOpacity: 0.9 },
  },
  'masked-with-a-sleeve': { layers: { mask: 'mask' }, sleeve: {} },
  'sleeve-with-a-mask-of-its-own': { layers: { mask: 'mask', shadow: 'shadow' }, sleeve: { mask: 'sleeveMask' } },
  'translucent-sleeve-with-a-mask-of-its-own': {
    layers: { base: 'cutOut', mask: 'mask' },
    sleeve: { mask: 'sleeveMask' },
  },
  'half-the-size': { layers: ALL, output: { width: 120, height: 100 } },
};

export async function sceneOf({
  layers = {},
  artwork = colours,
  placement,
  size = ARTWORK,
  output,
  surface,
  sleeve,
}: Wanted): Promise<Scene> {
  const named = Object.entries({ base: 'base', ...layers } as Record<string, Layer>);
  const files = await Promise.all(named.map(async ([kind, name]) => [kind, await pngOf(drawn(SOURCE, LAYERS[name]))]));
  return {
    files: Object.fromEntries(files) as LayerFiles,
    artwork: drawn(size, artwork),
    placement: { x: 60, y: 50, scale: 1, rotation: 0, ...placement },
    printArea: PRINT_AREA,
    sourceImage: SOURCE,
    output: output ?? SOURCE,
    surface: { ...FLAT_SURFACE, ...surface },
    others: sleeve ? [await onSleeve(drawn(size, artwork), sleeve.mask)] : [],
  };
}

async function onSleeve(artwork: Raster, mask: Layer | undefined): Promise<NonNullable<Scene['others']>[number]> {
  const placement = { x: ON_SLEEVE.x, y: ON_SLEEVE.y, scale: ON_SLEEVE.width / artwork.width, rotation: 0 };
  const file = mask && { mask: await pngOf(drawn(SOURCE, LAYERS[mask])) };
  return { artwork, placement, printArea: ON_SLEEVE, ...file };
}

/** How far one image is from another: of all channels over white, the mean difference, and how many are off by much. */
export async function differenceOf(one: Raster, other: Buffer): Promise<{ mean: number; shareFarOff: number }> {
  const [seen, expected] = await Promise.all([fromRaster(one), sharp(other)].map((image) => overWhite(image)));
  const distances = seen!.map((level, at) => Math.abs(level - expected![at]!));
  return {
    mean: distances.reduce((sum, distance) => sum + distance, 0) / distances.length,
    shareFarOff: distances.filter((distance) => distance > FAR_OFF).length / distances.length,
  };
}

/** Levels of 255 that an eye sees beside each other. */
const FAR_OFF = 8;

const overWhite = async (image: Sharp): Promise<number[]> => [
  ...(await image.flatten({ background: '#fff' }).raw().toBuffer()),
];
