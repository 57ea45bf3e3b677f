import { iccFile } from './icc-file.ts';

/** A CMYK profile of a press that exists nowhere, written by the definition of the format (ICC.1:2001), so that no library decides what it means. */
export type Press = {
  version?: number;
  deviceClass?: string;
  colourSpace?: string;
  connection?: string;
  /** Without some tables, or with others in their place. */
  tags?: Readonly<Record<string, Buffer | null>>;
  /** How dark its inks are: 1 takes all light away. */
  strength?: number;
};

/** Its inks are as plain as they can be: each takes away one third of the colours, and no black is used. */
export function pressProfile(press: Press = {}): Buffer {
  const { strength = 1 } = press;
  const tags: Record<string, Buffer | null> = {
    desc: description(`A press of ${strength}`),
    cprt: Buffer.from('text\0\0\0\0none\0', 'latin1'),
    wtpt: xyzTag([0.9642, 1, 0.8249]),
    A2B0: toLab(strength),
    B2A0: toInks(strength),
    ...press.tags,
  };
  const given = Object.entries(tags).flatMap(([name, body]): [string, Buffer][] => (body ? [[name, body]] : []));
  return profileOf(press, given);
}

const profileOf = (press: Press, tags: readonly [string, Buffer][]): Buffer => {
  const { version = 0x02400000, deviceClass = 'prtr', colourSpace = 'CMYK', connection = 'Lab ' } = press;
  return iccFile({ version, deviceClass, colourSpace, connection }, tags);
};

/** Lightness falls with the sum of all inks, and each ink pulls the colour to its own side. */
function toLab(strength: number): Buffer {
  const corners = Array.from({ length: 16 }, (_none, at) => {
    // The first ink changes slowest.
    const [cyan, magenta, yellow, black] = [8, 4, 2, 1].map((bit) => (at & bit ? strength : 0)) as [
      number,
      number,
      number,
      number,
    ];
    const lightness = 100 * (1 - cyan / 3) * (1 - magenta / 3) * (1 - yellow / 8) * (1 - 0.9 * black);
    return labBytes([lightness, 60 * magenta - 40 * cyan, 80 * yellow - 45 * cyan]);
  });
  return lut({ inputs: 4, outputs: 3, grid: 2, points: corners.flat() });
}

const GRID = 9;

/** Whatever is dark gets all three inks alike, and colours what they lean to. */
function toInks(strength: number): Buffer {
  const points: number[] = [];
  const level = (at: number) => at / (GRID - 1);
  for (let l = 0; l < GRID; l += 1)
    for (let a = 0; a < GRID; a += 1)
      for (let b = 0; b < GRID; b += 1) {
        const [greenToRed, blueToYellow] = [level(a) - 0.5, level(b) - 0.5];
        const dark = 1 - level(l);
        const inks = [dark - greenToRed - blueToYellow / 2, dark + greenToRed, dark + blueToYellow, 0];
        points.push(...inks.map((ink) => Math.round(255 * strength * Math.min(1, Math.max(0, ink)))));
      }
  return lut({ inputs: 3, outputs: 4, grid: GRID, points });
}

/** An 8-bit table with straight curves on either side. */
function lut({ inputs, outputs, grid, points }: { inputs: number; outputs: number; grid: number; points: number[] }) {
  const head = Buffer.alloc(48);
  head.write('mft1', 0, 'latin1');
  head.set([inputs, outputs, grid], 8);
  for (const [at, value] of [1, 0, 0, 0, 1, 0, 0, 0, 1].entries()) head.writeInt32BE(value * 65_536, 12 + at * 4);
  const straight = Buffer.from(Array.from({ length: 256 }, (_none, at) => at));
  const curves = (count: number) => Array.from({ length: count }, () => straight);
  return Buffer.concat([head, ...curves(inputs), Buffer.from(points), ...curves(outputs)]);
}

const labBytes = ([lightness, a, b]: [number, number, number]): number[] => [
  Math.round(lightness * 2.55),
  Math.round(a) + 128,
  Math.round(b) + 128,
];

function description(text: string): Buffer {
  const tag = Buffer.alloc(12 + text.length + 1 + 78);
  tag.write('desc', 0, 'latin1');
  tag.writeUInt32BE(text.length + 1, 8);
  tag.write(text, 12, 'latin1');
  return tag;
}

function xyzTag(values: readonly number[]): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ', 0, 'latin1');
  for (const [at, value] of values.entries()) tag.writeInt32BE(Math.round(value * 65_536), 8 + at * 4);
  return tag;
}
