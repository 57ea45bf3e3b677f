import { describe, expect, it } from 'vitest';
import { CLOTH_LIGHTNESS_MAX, CLOTH_LUMINANCE_MIN, dye, dyeRow, isDark, usualLuminance } from './colouring.ts';

const USUAL = 0.4;
const COLOURS = ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#1f2a44', '#c8553d', '#808080'];

/** Levels of every step from black to white. */
const shadesOf = (hexColor: string): number[][] => {
  const shades = dye(hexColor, USUAL);
  return Array.from({ length: shades.length / 3 }, (_, step) => [...shades.subarray(step * 3, step * 3 + 3)]);
};
/** The step that a luminance has. */
const at = <T>(shades: readonly T[], luminance: number): T =>
  shades[Math.round(Math.sqrt(luminance) * (shades.length - 1))]!;
const linear = (level: number): number =>
  level / 255 <= 0.04045 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4;
const luminanceOf = ([r, g, b]: readonly number[]): number =>
  0.2126 * linear(r!) + 0.7152 * linear(g!) + 0.0722 * linear(b!);

describe('cloth', () => {
  it.each([
    ['#c8553d', [200, 85, 61]],
    ['#1f2a44', [31, 42, 68]],
    ['#808080', [128, 128, 128]],
    ['#d9d9d9', [217, 217, 217]],
  ])('of the colour %s has that colour under the usual light', (hexColor, levels) => {
    at(shadesOf(hexColor), USUAL).forEach((level, channel) =>
      expect(Math.abs(level - levels[channel]!)).toBeLessThan(1),
    );
  });

  it.each(COLOURS)('of the colour %s gets lighter with every light, and is never quite black or white', (hexColor) => {
    const shades = shadesOf(hexColor);
    const luminances = shades.map(luminanceOf);

    expect(luminances.slice(1).every((one, step) => one > luminances[step]!)).toBe(true);
    expect(shades.flat().every((level) => level >= 0 && level <= 255)).toBe(true);
    expect(Math.max(...at(shades, 0.02))).toBeGreaterThan(1);
    expect(Math.min(...shades.at(-1)!)).toBeLessThan(254);
  });

  it.each([
    ['black', '#000000', CLOTH_LUMINANCE_MIN],
    ['white', '#ffffff', CLOTH_LIGHTNESS_MAX],
  ])('that is %s shows its folds on both sides of the usual light', (_name, hexColor, luminance) => {
    const shades = shadesOf(hexColor);
    const levels = (from: number, to: number) => at(shades, to)[0]! - at(shades, from)[0]!;

    expect(luminanceOf(at(shades, USUAL))).toBeCloseTo(luminance, 3);
    expect(levels(USUAL / 2, USUAL)).toBeGreaterThan(10);
    expect(levels(USUAL, USUAL * 1.5)).toBeGreaterThan(6);
  });

  it('keeps the share of light in its shadows', () => {
    const shades = shadesOf('#c8553d');
    const half = luminanceOf(at(shades, USUAL / 2)) / luminanceOf(at(shades, USUAL));

    expect(half).toBeCloseTo(0.5, 2);
  });

  it.each([
    ['#000000', true],
    ['#1f2a44', true],
    ['#767676', true],
    ['#777777', false],
    ['#ffff00', false],
    ['#ffffff', false],
  ])('of the colour %s is dark: %s', (hexColor, expected) => expect(isDark(hexColor)).toBe(expected));
});

describe('the usual luminance', () => {
  const grey = (...levels: number[]) => Uint8Array.from(levels.flatMap((level) => [level, level, level, 255]));

  it('is the median of what is seen of the cloth', () => {
    const photo = grey(10, 128, 250, 255);

    expect(usualLuminance(photo, Uint8Array.of(255, 255, 255, 0))).toBeCloseTo(linear(128), 3);
    expect(usualLuminance(photo, Uint8Array.of(0, 0, 10, 0))).toBeCloseTo(linear(250), 3);
    expect(usualLuminance(photo, Uint8Array.of(100, 100, 255, 0))).toBeCloseTo(linear(250), 3);
  });

  it('is that of something where no cloth is seen, or only black', () => {
    expect(usualLuminance(grey(200), Uint8Array.of(0))).toBeGreaterThan(0);
    expect(usualLuminance(grey(0), Uint8Array.of(255))).toBeGreaterThan(0);
  });
});

describe('dyeing', () => {
  it('changes colours as far as there is cloth, and alpha nowhere', () => {
    const photo = Uint8Array.of(90, 90, 90, 40, 90, 90, 90, 255, 90, 90, 90, 255);
    const rgba = Uint8ClampedArray.from(photo);

    dyeRow(rgba, photo, Uint8Array.of(255, 51, 0), dye('#ff0000', 0.5));

    expect([rgba[3], rgba[7], rgba[11]]).toEqual([40, 255, 255]);
    expect([...rgba.subarray(8)]).toEqual([...photo.subarray(8)]);
    expect(rgba[5]! - 90).toBeCloseTo((rgba[1]! - 90) / 5, 0);
  });
});
