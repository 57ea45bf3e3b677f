import { FLAT_SURFACE, type Surface } from '@estampa/kernel/surface';
import { afterAll, describe, expect, it } from 'vitest';
import { composeScene, drawn, pngOf, type Scene } from './composition-scenes.ts';
import { clothColour, usualLight } from './cloth-oracle.ts';
import { meanDeltaE, meanSsim } from './image-metrics.ts';
import type { Raster } from './raster.ts';
import { ErrorTable } from './test-sheet.ts';

const DELTA_E_MAX = 2;
const SSIM_MIN = 0.98;

const errors = new ErrorTable('mean ΔE00', 'SSIM');
afterAll(() => errors.write('colour-errors.md'));

function differences(name: string, seen: readonly number[], expected: readonly number[]): string[] {
  const [deltaE, ssim] = [meanDeltaE(seen, expected), meanSsim(seen, expected, SIZE.width)];
  errors.add(name, deltaE, ssim);
  return [...(deltaE <= DELTA_E_MAX ? [] : [`mean ΔE00 ${deltaE}`]), ...(ssim >= SSIM_MIN ? [] : [`SSIM ${ssim}`])];
}

const SIZE = { width: 80, height: 70 };
const PRINT_AREA = { x: 25, y: 20, width: 30, height: 30 };
const ARTWORK = { width: 30, height: 30 };
const INK = [180, 120, 60] as const;

/** A grey shirt with folds, as a photographer has it: levels from 0 to 255, lit more and less. */
const photo = (x: number, y: number): readonly [number, number, number] => {
  const level = 150 + 45 * Math.sin(x * 14 + y * 3) + 30 * Math.sin(y * 9) + 18 * Math.cos((x + y) * 40);
  return [level, level + 3, level - 4];
};
/** Cloth with a soft edge. */
const cover = (x: number, y: number): number => Math.min(1, Math.max(0, 4 - 9 * Math.hypot(x - 0.5, y - 0.5)));

const COLOURS = ['#000000', '#ffffff', '#ff0000', '#0000ff', '#ffe600', '#1f2a44', '#2f5d50', '#808080'];

const files = async (mask = cover) => ({
  base: await pngOf(drawn(SIZE, photo)),
  colourMask: await pngOf(drawn(SIZE, (x, y) => [255, 255, 255, 255 * mask(x, y)])),
});

type Wanted = { colour?: string; surface?: Partial<Surface>; mask?: typeof cover; x?: number; artwork?: number };
type WithOthers = Wanted & Pick<Scene, 'others'>;
async function composed({
  colour,
  surface,
  mask,
  x = PRINT_AREA.x,
  artwork = 255,
  others,
}: WithOthers): Promise<Raster> {
  const { base, colourMask } = await files(mask);
  return composeScene({
    files: { base, ...(colour !== undefined && { colourMask }) },
    artwork: drawn(ARTWORK, () => [...INK, artwork]),
    placement: { x, y: PRINT_AREA.y, scale: 1, rotation: 0 },
    printArea: PRINT_AREA,
    sourceImage: SIZE,
    output: SIZE,
    surface: { ...FLAT_SURFACE, ...surface },
    ...(colour !== undefined && { colour }),
    ...(others && { others }),
  } satisfies Scene);
}

const NOWHERE = 10_000;
const points = Array.from({ length: SIZE.width * SIZE.height }, (_, at) => ({
  x: ((at % SIZE.width) + 0.5) / SIZE.width,
  y: (Math.floor(at / SIZE.width) + 0.5) / SIZE.height,
}));
const usual = usualLight(points.map(({ x, y }) => ({ levels: photo(x, y), share: cover(x, y) })));
const rgbOf = ({ pixels, channels }: Raster): number[] =>
  points.flatMap((_point, at) => [...pixels.subarray(at * channels, at * channels + 3)]);
const mixed = (one: readonly number[], other: readonly number[], share: number): number[] =>
  one.map((level, channel) => level * share + other[channel]! * (1 - share));

const known = new Map<string, number[]>();
function traced(colour: string): readonly number[] {
  const levels =
    known.get(colour) ??
    points.flatMap(({ x, y }) => mixed(clothColour(photo(x, y), colour, usual), photo(x, y), cover(x, y)));
  known.set(colour, levels);
  return levels;
}

describe.each(COLOURS)('cloth of the colour %s', (colour) => {
  it('is as an oracle in floating point has it', async () => {
    const seen = rgbOf(await composed({ colour, x: NOWHERE }));

    expect(differences(`cloth ${colour}`, seen, traced(colour))).toEqual([]);
  });

  it('shows ink on white where it is dark, and on itself where it is not', async () => {
    const surface = { blend: 'multiply', inkOpacity: 0.9, underbase: true } as const;
    const seen = rgbOf(await composed({ colour, surface }));
    const cloth = traced(colour);
    const isDark = ['#000000', '#0000ff', '#1f2a44', '#2f5d50'].includes(colour);
    const expected = points.flatMap(({ x, y }, at) => {
      const product = cloth.slice(at * 3, at * 3 + 3);
      const inside =
        Math.abs(x * SIZE.width - PRINT_AREA.x - 15) < 15 && Math.abs(y * SIZE.height - PRINT_AREA.y - 15) < 15;
      if (!inside) return product;
      const white = traced('#ffffff').slice(at * 3, at * 3 + 3);
      const beneath = isDark ? white : product;
      return mixed(
        beneath.map((level, channel) => (level * INK[channel]!) / 255),
        beneath,
        surface.inkOpacity,
      );
    });

    expect(differences(`ink on ${isDark ? 'an underbase on ' : ''}${colour}`, seen, expected)).toEqual([]);
  });
});

describe('colouring', () => {
  it.each(COLOURS)('with %s touches nothing outside of the mask, and no alpha', async (colour) => {
    const isCloth = (x: number) => (x < 0.5 ? 1 : 0);
    const [dyed, plain] = [await composed({ colour, mask: isCloth, x: NOWHERE }), await composed({ x: NOWHERE })];

    const uncovered = points.flatMap(({ x }, at) => (isCloth(x) === 0 ? [at] : []));
    const at = (image: Raster, pixel: number) => [
      ...image.pixels.subarray(pixel * image.channels, (pixel + 1) * image.channels),
    ];
    expect(dyed.channels).toBe(plain.channels);
    expect(uncovered.filter((pixel) => String(at(dyed, pixel)) !== String(at(plain, pixel)))).toEqual([]);
  });

  it('leaves a cut-out as transparent as it is, dyed or printed on white', async () => {
    const cutOut = (x: number, y: number) => [...photo(x, y), 255 * cover(x, y)] as const;
    const scene = async (colour: string) =>
      composeScene({
        files: { ...(await files()), base: await pngOf(drawn(SIZE, cutOut)) },
        artwork: drawn(ARTWORK, () => [...INK, 90]),
        placement: { x: PRINT_AREA.x, y: PRINT_AREA.y, scale: 1, rotation: 0 },
        printArea: PRINT_AREA,
        sourceImage: SIZE,
        output: SIZE,
        surface: { ...FLAT_SURFACE, blend: 'multiply', underbase: true },
        colour,
      });
    const alphaOf = ({ pixels }: Raster) => points.map((_point, pixel) => pixels[pixel * 4 + 3]!);
    const [black, white] = [alphaOf(await scene('#000000')), alphaOf(await scene('#ffffff'))];

    const inPrint = ({ x, y }: { x: number; y: number }) =>
      Math.abs(x * SIZE.width - 40) < 17 && Math.abs(y * SIZE.height - 35) < 17;
    const wrong = points.filter(
      (point, at) => !inPrint(point) && Math.abs(black[at]! - Math.round(255 * cover(point.x, point.y))) > 1,
    );
    expect(wrong).toEqual([]);
    expect(black).toEqual(white);
  });

  it('shows a print on a further surface within the mask of its own, and leaves the cloth beside it', async () => {
    const sleeve = (mask: Buffer) => ({
      artwork: drawn(ARTWORK, () => [...INK, 255]),
      placement: { x: PRINT_AREA.x, y: PRINT_AREA.y, scale: 1, rotation: 0 },
      printArea: PRINT_AREA,
      surface: { ...FLAT_SURFACE, blend: 'multiply', underbase: true } as const,
      mask,
    });
    const seen = async (level: number) =>
      composed({
        colour: '#000000',
        x: NOWHERE,
        others: [sleeve(await pngOf(drawn(SIZE, () => [level, level, level])))],
      });
    const blank = await composed({ colour: '#000000', x: NOWHERE });
    const middle = (35 * SIZE.width + 40) * blank.channels;

    expect((await seen(0)).pixels).toEqual(blank.pixels);
    expect((await seen(255)).pixels[middle]!).toBeGreaterThan(blank.pixels[middle]! + 60);
  });

  it('of ink that covers is the same with white beneath it', async () => {
    const [plain, onWhite] = await Promise.all(
      [false, true].map((underbase) => composed({ colour: '#000000', surface: { underbase }, artwork: 120 })),
    );

    expect(onWhite!.pixels).toEqual(plain!.pixels);
  });

  it('shows light ink on black only with white beneath it', async () => {
    const ink = async (underbase: boolean) => {
      const image = await composed({ colour: '#000000', surface: { blend: 'multiply', underbase } });
      const at = (35 * SIZE.width + 40) * image.channels;
      return image.pixels[at]!;
    };

    expect(await ink(true)).toBeGreaterThan((await ink(false)) + 60);
  });
});
