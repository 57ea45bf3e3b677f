import { describe, expect, it } from 'vitest';
import { type Chromaticities, type ColourChunks, pngColour } from './png-colour.ts';

const NOTHING: ColourChunks = { hasProfile: false, isSrgb: false, cicp: null, gamma: null, chromaticities: null };
const SRGB = { white: [0.3127, 0.329], red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06] } as const;
const OTHER = { ...SRGB, green: [0.21, 0.71] } as const;
const cicp = (primaries: number, transfer: number, matrix = 0, isFullRange = true) => ({
  cicp: { primaries, transfer, matrix, isFullRange },
});
const PQ = cicp(9, 16);

describe('the colours of a PNG', () => {
  it.each<[string, Partial<ColourChunks>]>([
    ['nothing', {}],
    ['a profile, whatever else', { hasProfile: true, gamma: 1, chromaticities: OTHER }],
    ['a profile beside code points', { ...cicp(12, 13), hasProfile: true }],
    ['sRGB, whatever else', { isSrgb: true, gamma: 1, chromaticities: OTHER }],
    ['what stands beside sRGB', { gamma: 0.45455, chromaticities: SRGB }],
    ['the gamma of sRGB alone', { gamma: 0.45455 }],
    ['primaries without a gamma', { chromaticities: OTHER }],
    ['a gamma of none', { gamma: 0 }],
    ['an exponent beyond all', { gamma: 0.0999 }],
    ['sRGB by its code points', cicp(1, 13)],
    ['PQ with a profile for those who cannot show it', { ...PQ, hasProfile: true }],
    ['PQ with sRGB for those who cannot show it', { ...PQ, isSrgb: true }],
  ])('are known by %s', (_what, chunks) => {
    expect(pngColour({ ...NOTHING, ...chunks })).toBe('known');
  });

  it.each<[string, Partial<ColourChunks>, object]>([
    ['a gamma', { gamma: 1 }, { chromaticities: SRGB, transfer: { exponent: 1 } }],
    ['the steepest exponent', { gamma: 0.1 }, { transfer: { exponent: 10 } }],
    ['primaries and a gamma', { gamma: 0.45455, chromaticities: OTHER }, { chromaticities: OTHER }],
    [
      'a gamma with primaries that name no colours',
      { gamma: 0.5, chromaticities: { ...SRGB, red: SRGB.blue } },
      { chromaticities: SRGB },
    ],
    ['Display P3', { ...cicp(12, 13), gamma: 1 }, { chromaticities: { red: [0.68, 0.32] }, transfer: 'srgb' }],
    [
      'BT.2020 primaries in linear light',
      cicp(9, 8),
      { chromaticities: { blue: [0.131, 0.046] }, transfer: { exponent: 1 } },
    ],
  ])('are told by %s', (_what, chunks, expected) => {
    expect(pngColour({ ...NOTHING, ...chunks })).toMatchObject(expected);
  });

  it.each<[string, Partial<ColourChunks>]>([
    ['PQ', PQ],
    ['HLG', cicp(9, 18)],
    ['PQ with a gamma', { ...PQ, gamma: 0.45455 }],
    ['unknown primaries', cicp(2, 13)],
    ['luma and chroma', cicp(1, 13, 1)],
    ['a narrow range', cicp(1, 13, 0, false)],
  ])('cannot be shown in %s', (_what, chunks) => {
    expect(pngColour({ ...NOTHING, ...chunks })).toBe('unsupported');
  });
});

describe('primaries beside a gamma', () => {
  const statedBy = (changes: Partial<Chromaticities>) => {
    const chromaticities = { ...SRGB, ...changes };
    const colours = pngColour({ ...NOTHING, gamma: 0.5, chromaticities });
    return { isTaken: JSON.stringify(colours).includes(JSON.stringify(chromaticities)) };
  };

  it.each<[string, Partial<Chromaticities>]>([
    ['on the edges of what can be seen', { red: [0.7, 0.3], green: [0, 0.9] }],
    ['in the other order', { green: SRGB.blue, blue: SRGB.green }],
  ])('count %s', (_where, changes) => {
    expect(statedBy(changes)).toEqual({ isTaken: true });
  });

  it.each<[string, Partial<Chromaticities>]>([
    ['without light', { blue: [0.15, 0] }],
    ['of less than nothing', { green: [-0.01, 0.7] }],
    ['of more than all', { red: [0.7, 0.31] }],
    ['around another white', { white: [0.6, 0.39] }],
    ['with a white on their edge', { white: [0.3, 0.3], red: [0.5, 0.3], green: [0.3, 0.6], blue: [0.1, 0.3] }],
  ])('do not count %s', (_where, changes) => {
    expect(statedBy(changes)).toEqual({ isTaken: false });
  });

  it.each<[string, Partial<Chromaticities>, boolean]>([
    ['as exactly as a file states them', { red: [0.640_01, 0.33] }, true],
    ['along one axis alone', { red: [0.64, 0.31] }, false],
  ])('are those of sRGB %s: %s', (_how, changes, isSrgb) => {
    const colours = pngColour({ ...NOTHING, gamma: 0.45455, chromaticities: { ...SRGB, ...changes } });

    expect(colours === 'known').toBe(isSrgb);
  });
});
