import { type Layer, type Psd, writePsdBuffer } from 'ag-psd';
import { decodePlane } from './decode-plane.ts';

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

/** The same file with 16 bits a channel, uncompressed, whose layers are where such files have them. */
export function in16Bits(bytes: Buffer): Buffer {
  let at = HEADER_BYTES;
  for (let section = 0; section < 2; section += 1) at += 4 + bytes.readUInt32BE(at);
  const before = Buffer.from(bytes.subarray(0, at));
  before.writeUInt16BE(16, DEPTH_AT);
  const layers = bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at + 4));
  const content = layersIn16Bits(layers);
  const block = Buffer.concat([Buffer.from('8BIMLr16'), size(content), content]);
  const section = Buffer.concat([Buffer.alloc(8), block]);
  return Buffer.concat([before, size(section), section]);
}

const HEADER_BYTES = 26;
const DEPTH_AT = 22;

function size(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return length;
}

function layersIn16Bits(given: Buffer): Buffer {
  const records = Buffer.from(given);
  const planes: Buffer[] = [];
  const channels: { box: { width: number; height: number }; length: number }[] = [];
  let at = 2;
  for (let layer = Math.abs(records.readInt16BE(0)); layer > 0; layer -= 1) {
    const [top, left, bottom, right] = [0, 4, 8, 12].map((offset) => records.readInt32BE(at + offset)) as Box4;
    const box = { width: right - left, height: bottom - top };
    const count = records.readUInt16BE(at + 16);
    for (let channel = 0; channel < count; channel += 1) {
      const place = at + 18 + channel * 6;
      channels.push({ box, length: records.readUInt32BE(place + 2) });
      records.writeUInt32BE(2 + box.width * box.height * 2, place + 2);
    }
    const extraAt = at + 18 + count * 6 + 12;
    at = extraAt + 4 + records.readUInt32BE(extraAt);
  }
  const described = records.subarray(0, at);
  for (const { box, length } of channels) {
    const data = given.subarray(at + 2, at + length);
    const levels = decodePlane({ compression: given.readUInt16BE(at), data }, box, 8);
    planes.push(Buffer.alloc(2), Buffer.from(Array.from(levels).flatMap((level) => [level, level])));
    at += length;
  }
  return Buffer.concat([described, ...planes]);
}

type Box4 = [number, number, number, number];
