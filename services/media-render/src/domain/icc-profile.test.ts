import { describe, expect, it } from 'vitest';
import { iccProfile } from './icc-profile.ts';
import type { Chromaticities, Transfer } from './png-colour.ts';

const D50 = [0.9642, 1, 0.8249];
const SRGB: Chromaticities = { white: [0.3127, 0.329], red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06] };
const WIDE: Chromaticities = {
  white: [0.2831, 0.297],
  red: [0.7347, 0.2653],
  green: [0.1152, 0.8264],
  blue: [0.1566, 0.0177],
};

/** As a reader of profiles finds them (ICC.1). */
function read(profile: Buffer) {
  const count = profile.readUInt32BE(128);
  const tags = Array.from({ length: count }, (_none, at) => {
    const entry = 132 + at * 12;
    const [offset, bytes] = [profile.readUInt32BE(entry + 4), profile.readUInt32BE(entry + 8)];
    return {
      name: profile.toString('latin1', entry, entry + 4),
      offset,
      body: profile.subarray(offset, offset + bytes),
    };
  });
  const tag = (name: string) => tags.find((one) => one.name === name)!;
  return {
    names: tags.map(({ name }) => name),
    offsets: tags.map(({ offset }) => offset),
    ends: tags.map(({ offset, body }) => offset + body.length),
    body: (name: string) => tag(name).body,
    xyz: (name: string) => [8, 12, 16].map((at) => tag(name).body.readInt32BE(at) / 65_536),
    light: (name: string, at: number) => tag(name).body.readUInt16BE(12 + at * 2) / 65_535,
  };
}

const close = (expected: readonly number[]): unknown[] => expected.map((value) => expect.closeTo(value, 3) as unknown);

describe('a profile', () => {
  const profile = iccProfile(SRGB, 'srgb', false);

  it('says what it is', () => {
    expect(profile.readUInt32BE(0)).toBe(profile.length);
    expect(profile.readUInt32BE(8)).toBe(0x02100000);
    expect(profile.toString('latin1', 12, 24)).toBe('mntrRGB XYZ ');
    expect(profile.toString('latin1', 36, 40)).toBe('acsp');
    expect([68, 72, 76].map((at) => profile.readInt32BE(at) / 65_536)).toEqual(close(D50));
  });

  it('has its parts one after the other, the curve once', () => {
    const { names, offsets, ends, body } = read(profile);

    expect(names).toEqual(['desc', 'cprt', 'wtpt', 'rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC']);
    expect(offsets[0]).toBe(132 + 9 * 12);
    expect(offsets.filter((offset) => offset % 4 !== 0)).toEqual([]);
    expect(new Set(offsets).size).toBe(7);
    for (const [at, offset] of offsets.slice(1, 7).entries()) {
      expect(offset - ends[at]!).toBeGreaterThanOrEqual(0);
      expect(offset - ends[at]!).toBeLessThan(4);
    }
    expect(profile.length - ends.at(-1)!).toBeLessThan(4);
    expect(body('cprt').toString('latin1')).toBe('text\0\0\0\0none\0');
    expect(body('desc').toString('latin1')).toBe(`desc${'\0'.repeat(7)}\u000bPNG chunks\0${'\0'.repeat(78)}`);
    expect(body('rXYZ').toString('latin1', 0, 8)).toBe('XYZ \0\0\0\0');
    expect(body('rXYZ')).toHaveLength(20);
    expect(body('rTRC').toString('latin1', 0, 8)).toBe('curv\0\0\0\0');
    expect(body('rTRC').readUInt32BE(8)).toBe(4_096);
    expect(body('rTRC')).toHaveLength(12 + 2 * 4_096);
  });

  it('has the primaries of sRGB as they are known', () => {
    const { xyz } = read(profile);

    expect(xyz('wtpt')).toEqual(close(D50));
    expect(xyz('rXYZ')).toEqual(close([0.436, 0.2225, 0.0139]));
    expect(xyz('gXYZ')).toEqual(close([0.3851, 0.7169, 0.0971]));
    expect(xyz('bXYZ')).toEqual(close([0.1431, 0.0606, 0.7141]));
  });

  it.each([
    ['sRGB', SRGB],
    ['others', WIDE],
  ])('shows white as white: with the primaries of %s', (_whose, chromaticities) => {
    const { xyz } = read(iccProfile(chromaticities, 'srgb', false));
    const [red, green, blue] = ['rXYZ', 'gXYZ', 'bXYZ'].map(xyz);

    expect(red!.map((value, at) => value + green![at]! + blue![at]!)).toEqual(close(D50));
  });

  it.each<[Transfer, readonly (readonly [number, number])[]]>([
    [
      'srgb',
      [
        [0, 0],
        [0.02, 0.02 / 12.92],
        [0.04, 0.04 / 12.92],
        [0.05, 0.0039],
        [0.5, 0.214],
        [1, 1],
      ],
    ],
    [
      { exponent: 2 },
      [
        [0, 0],
        [0.25, 0.0625],
        [0.5, 0.25],
        [1, 1],
      ],
    ],
  ])('has the light of each level: %j', (transfer, levels) => {
    const { light } = read(iccProfile(SRGB, transfer, false));

    for (const [level, expected] of levels) expect(light('gTRC', Math.round(level * 4_095))).toBeCloseTo(expected, 3);
  });

  it('of grey images has the curve alone', () => {
    const grey = iccProfile(SRGB, { exponent: 1.8 }, true);
    const { names, light } = read(grey);

    expect([grey.toString('latin1', 12, 24), names]).toEqual(['mntrGRAYXYZ ', ['desc', 'cprt', 'wtpt', 'kTRC']]);
    expect(light('kTRC', 2_048)).toBeCloseTo(0.5 ** 1.8, 3);
  });
});
