import { type Chromaticities, SRGB, type Transfer, type Xy } from './png-colour.ts';

type Triple = [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** The white of the space that profiles connect (ICC.1, D50). */
const D50: Triple = [0.9642, 1, 0.8249];
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
const CURVE_SAMPLES = 4_096;

/** A display profile of version 2: primaries adapted to D50 by Bradford, and one curve; for grey images the curve alone. */
export function iccProfile(chromaticities: Chromaticities, transfer: Transfer, isGrey: boolean): Buffer {
  const curve = curveTag(transfer);
  const common: Tag[] = [
    ['desc', description(chromaticities === SRGB && transfer === 'srgb' ? 'sRGB' : 'PNG chunks')],
    ['cprt', Buffer.from('text\0\0\0\0none\0', 'latin1')],
    ['wtpt', xyzTag(D50)],
  ];
  if (isGrey) return profileOf('GRAY', [...common, ['kTRC', curve]]);
  const [red, green, blue] = adaptedPrimaries(chromaticities);
  return profileOf('RGB ', [
    ...common,
    ['rXYZ', xyzTag(red)],
    ['gXYZ', xyzTag(green)],
    ['bXYZ', xyzTag(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

/** From a level to light, both from 0 to 1. */
const lightOf = (transfer: Transfer, level: number): number => {
  if (transfer !== 'srgb') return level ** transfer.exponent;
  return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
};

/** XYZ of red, green and blue, as seen under D50. */
function adaptedPrimaries({ white, red, green, blue }: Chromaticities): Matrix {
  const xyz = ([x, y]: Xy): Triple => [x / y, 1, (1 - x - y) / y];
  const [from, to] = [times(BRADFORD, xyz(white)), times(BRADFORD, D50)];
  const primaries = transposed([xyz(red), xyz(green), xyz(blue)]);
  const shares = times(inverse(primaries), xyz(white));
  const adapted = [red, green, blue].map((one, at): Triple => {
    const scaled = xyz(one).map((value) => value * shares[at]!) as Triple;
    const cones = times(BRADFORD, scaled).map((cone, place) => (cone * to[place]!) / from[place]!) as Triple;
    return times(inverse(BRADFORD), cones);
  });
  return adapted as unknown as Matrix;
}

type Tag = [name: string, body: Buffer];
const HEADER_BYTES = 128;
const VERSION_2_1 = 0x02100000;
const FIXED_ONE = 65_536;

function profileOf(colourSpace: 'RGB ' | 'GRAY', tags: readonly Tag[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(VERSION_2_1, 8);
  header.write(`mntr${colourSpace}XYZ `, 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  for (const [at, value] of D50.entries()) header.writeInt32BE(Math.round(value * FIXED_ONE), 68 + at * 4);
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  // Tags may share one body.
  const places = new Map<Buffer, number>();
  const bodies: Buffer[] = [];
  let end = header.length + table.length;
  for (const [at, [name, body]] of tags.entries()) {
    if (!places.has(body)) {
      places.set(body, end);
      bodies.push(body, Buffer.alloc((4 - (body.length % 4)) % 4));
      end += body.length + bodies.at(-1)!.length;
    }
    table.write(name, 4 + at * 12, 'latin1');
    table.writeUInt32BE(places.get(body)!, 8 + at * 12);
    table.writeUInt32BE(body.length, 12 + at * 12);
  }
  header.writeUInt32BE(end, 0);
  return Buffer.concat([header, table, ...bodies]);
}

function curveTag(transfer: Transfer): Buffer {
  const tag = Buffer.alloc(12 + 2 * CURVE_SAMPLES);
  tag.write('curv', 0, 'latin1');
  tag.writeUInt32BE(CURVE_SAMPLES, 8);
  for (let at = 0; at < CURVE_SAMPLES; at += 1) {
    tag.writeUInt16BE(Math.round(65_535 * lightOf(transfer, at / (CURVE_SAMPLES - 1))), 12 + at * 2);
  }
  return tag;
}

/** Text, then two empty ones for other scripts. */
function description(words: string): Buffer {
  const text = `${words}\0`;
  const tag = Buffer.alloc(12 + text.length + 78);
  tag.write('desc', 0, 'latin1');
  tag.writeUInt32BE(text.length, 8);
  tag.write(text, 12, 'latin1');
  return tag;
}

function xyzTag(values: Triple): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ', 0, 'latin1');
  for (const [at, value] of values.entries()) tag.writeInt32BE(Math.round(value * FIXED_ONE), 8 + at * 4);
  return tag;
}

const times = (matrix: Matrix, [x, y, z]: Triple): Triple =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Triple;

const transposed = (m: Matrix): Matrix => [0, 1, 2].map((at) => m.map((row) => row[at])) as unknown as Matrix;

function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const adjugate: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  return adjugate.map((row) => row.map((value) => value / determinant)) as unknown as Matrix;
}
