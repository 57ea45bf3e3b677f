import { describe, expect, it } from 'vitest';
import { addArtwork, shadeOpaque, writeLight } from './affine-blending.ts';
import { type ArtworkPixels, blendArtwork, type Levels, shade, type Shading } from './blending.ts';

const PIXELS = 3_000;

/** The same numbers in every run. */
function randomBytes(seed: number) {
  let state = seed;
  const byte = () => {
    state = (state * 48_271) % 2_147_483_647;
    // The ends are where rounding errors show, and what most layers are made of.
    return [0, 255, state >> 8, state >> 8][state % 4]! & 255;
  };
  return (count: number) => Uint8Array.from({ length: count }, byte);
}

type Scene = { ground: Uint8Array; mask: Uint8Array | null; artwork: ArtworkPixels; shading: Shading };

function scene(seed: number): Scene {
  const random = randomBytes(seed);
  const layer = (bit: number) => (seed & bit ? random(PIXELS * 4) : null);
  const alpha = seed & 1 ? random(PIXELS) : null;
  return {
    ground: random(PIXELS * 4).map((level, at) => (at % 4 === 3 ? 255 : level)),
    mask: seed & 2 ? random(PIXELS) : null,
    artwork: {
      alpha,
      colour: random(PIXELS * 3).map((level, at) => (alpha ? (level * alpha[Math.floor(at / 3)]!) / 255 : level)),
    },
    shading: { shadow: layer(4), highlight: layer(8), outline: layer(16) },
  };
}

/** Layer upon layer, rounded once, at the end. */
function passByPass({ ground, mask, artwork, shading }: Scene): Levels {
  const levels = Float32Array.from(ground);
  blendArtwork(levels, artwork, mask);
  shade(levels, shading);
  return levels;
}

function blank({ ground, shading }: Scene): Levels {
  const levels = Float32Array.from(ground);
  shade(levels, shading);
  return levels;
}

const rgb = (levels: ArrayLike<number>) => new Uint8ClampedArray(Array.from(levels).filter((_, at) => at % 4 !== 3));

function affine(given: Scene, channels: 3 | 4): Uint8ClampedArray {
  const light = new Uint8ClampedArray(PIXELS * 3);
  writeLight(light, given.shading);
  const ground = given.ground.map((level, at) => (at % 4 === 3 ? (given.mask?.[(at - 3) / 4] ?? 255) : level));
  const whole = new Uint8ClampedArray(blank(given));
  const pixels = channels === 4 ? whole : rgb(whole);
  addArtwork({ pixels, channels }, given.artwork, ground, new Uint8Array(light.buffer));
  return channels === 4 ? rgb(pixels) : pixels;
}

const worst = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
  one.reduce((most, level, at) => Math.max(most, Math.abs(level - other[at]!)), 0);

describe('an opaque product under its shading', () => {
  it.each([4, 8, 12, 16, 20, 24, 28])('is laying layer upon layer, rounded once (seed %d)', (bits) => {
    const given = scene(32 + bits);
    const shaded = new Uint8ClampedArray(PIXELS * 3);
    shadeOpaque(shaded, given.ground, given.shading);

    expect(worst(shaded, rgb(new Uint8ClampedArray(blank(given))))).toBeLessThanOrEqual(1);
  });

  it('is the product itself where nothing lies on it', () => {
    const { ground } = scene(32);
    const shaded = new Uint8ClampedArray(PIXELS * 3);
    shadeOpaque(shaded, ground, { shadow: null, highlight: null, outline: null });

    expect(shaded).toEqual(rgb(new Uint8ClampedArray(ground)));
  });
});

describe('adding artwork to a finished image', () => {
  // The bits of a seed choose what there is: alpha, mask, shadow, highlight, outline.
  it.each(Array.from({ length: 32 }, (_, bits) => 32 + bits))(
    'is laying layer upon layer, within 1 (seed %d)',
    (seed) => {
      const given = scene(seed);
      const expected = rgb(passByPass(given));

      expect(worst(affine(given, 3), expected)).toBeLessThanOrEqual(1);
      expect(worst(affine(given, 4), expected)).toBeLessThanOrEqual(1);
    },
  );

  it('leaves the image alone where the artwork or its mask lets nothing through', () => {
    const given = scene(63);
    const hidden = { ...given, mask: new Uint8Array(PIXELS) };

    expect(affine(hidden, 3)).toEqual(rgb(blank(hidden)));
  });
});
