import { type Layer, type Psd, writePsdBuffer } from 'ag-psd';

export const SIZE = { width: 24, height: 16 };
type Colour = readonly [r: number, g: number, b: number, alpha?: number];
type Box = { left?: number; top?: number; width?: number; height?: number };

const pixels = (width: number, height: number, [r, g, b, alpha = 255]: Colour) => ({
  width,
  height,
  data: Uint8ClampedArray.from({ length: width * height * 4 }, (_none, at) => [r, g, b, alpha][at % 4]!),
});

/** A layer of one colour, as large as the document unless it is said. */
export const plain = (
  name: string,
  colour: Colour,
  { left = 0, top = 0, width = SIZE.width, height = SIZE.height, ...more }: Box & Partial<Layer> = {},
): Layer => ({ name, left, top, imageData: pixels(width, height, colour), ...more });

export const maskOf = (levels: readonly number[], width: number, height: number) => ({
  left: 0,
  top: 0,
  right: width,
  bottom: height,
  defaultColor: 0,
  imageData: {
    width,
    height,
    data: Uint8ClampedArray.from(levels.flatMap((level) => [level, level, level, 255])),
  },
});

/** Where a smart object of 100 x 50 px lies: the corners clockwise from the upper left one. */
export const QUAD = [4, 3, 20, 3, 20, 11, 4, 11];
const OBJECT_ID = '20953ddb-9391-11ec-b4f1-c15674f50bc4';

export const smartObject = (
  name: string,
  placed: Partial<NonNullable<Layer['placedLayer']>> = {},
  more: Partial<Layer> = {},
): Layer =>
  plain(name, [200, 0, 200], {
    left: 4,
    top: 3,
    width: 16,
    height: 8,
    placedLayer: {
      id: OBJECT_ID,
      placed: OBJECT_ID,
      type: 'raster',
      transform: QUAD,
      width: 100,
      height: 50,
      ...placed,
    },
    ...more,
  });

export const psdOf = (
  children: Layer[],
  { compress = false, ...more }: Partial<Psd> & { compress?: boolean } = {},
): Buffer => writePsdBuffer({ ...SIZE, children, ...more }, { compress, noBackground: true });

/** A shirt as files have it: photo below, folds and light above. */
export const shirtPsd = (options = {}): Buffer =>
  psdOf(
    [
      plain('Photo', [100, 120, 140]),
      { name: 'Shade', opacity: 0.5, blendMode: 'multiply', children: [plain('Grey', [0, 0, 0], { width: 12 })] },
      smartObject('Your design'),
      plain('Folds', [128, 128, 128], { blendMode: 'multiply', width: 12 }),
      plain('Light', [64, 64, 64], { blendMode: 'screen', left: 12, width: 12 }),
    ],
    options,
  );
