import { describe, expect, it } from 'vitest';
import { effectOf, mixOf } from './blend-modes.ts';

describe('a blend mode gives of what is below and what is above', () => {
  // By the formulas of the PDF specification, and of Photoshop where that has none.
  it.each<[mode: string, below: number, above: number, expected: number]>([
    ['multiply', 0.6, 0.4, 0.24],
    ['screen', 0.6, 0.4, 0.76],
    ['overlay', 0.4, 0.6, 0.48],
    ['overlay', 0.5, 0.3, 0.3],
    ['overlay', 0.6, 0.4, 0.52],
    ['hard light', 0.6, 0.4, 0.48],
    ['hard light', 0.3, 0.5, 0.3],
    ['hard light', 0.4, 0.6, 0.52],
    ['soft light', 0.2, 0.8, 0.3488],
    ['soft light', 0.25, 1, 0.5],
    ['soft light', 0.36, 0.8, 0.504],
    ['soft light', 0.6, 0.5, 0.6],
    ['soft light', 0.6, 0.2, 0.456],
    ['darken', 0.6, 0.4, 0.4],
    ['lighten', 0.6, 0.4, 0.6],
    ['color burn', 0.8, 0.4, 0.5],
    ['color burn', 0.2, 0.4, 0],
    ['color burn', 1, 0, 1],
    ['color burn', 0.9, 0, 0],
    ['color dodge', 0.3, 0.4, 0.5],
    ['color dodge', 0.8, 0.4, 1],
    ['color dodge', 0, 1, 0],
    ['color dodge', 0.1, 1, 1],
    ['linear burn', 0.8, 0.4, 0.2],
    ['linear burn', 0.3, 0.4, 0],
    ['linear dodge', 0.3, 0.4, 0.7],
    ['linear dodge', 0.8, 0.4, 1],
    ['linear light', 0.5, 0.6, 0.7],
    ['linear light', 0.5, 0.9, 1],
    ['linear light', 0.5, 0.1, 0],
    ['difference', 0.3, 0.4, 0.1],
    ['difference', 0.4, 0.3, 0.1],
    ['exclusion', 0.3, 0.4, 0.46],
    ['subtract', 0.8, 0.3, 0.5],
    ['subtract', 0.3, 0.8, 0],
    ['divide', 0.2, 0.4, 0.5],
    ['divide', 0.8, 0.4, 1],
    ['divide', 0, 0, 0],
  ])('%s: %f and %f are %f', (mode, below, above, expected) => {
    expect(mixOf(mode)!(below, above)).toBeCloseTo(expected, 10);
  });

  it.each(['normal', 'pass through'])('%s covers', (mode) => {
    expect(mixOf(mode)).toBeNull();
  });

  it.each(['dissolve', 'toString'])('%s is none that is known', (mode) => {
    expect([mixOf(mode), effectOf(mode)]).toEqual([undefined, undefined]);
  });
});

describe('above a print', () => {
  it.each([
    ['cover', true, ['normal', 'pass through']],
    ['shadow', true, ['multiply']],
    ['highlight', true, ['screen']],
    ['both', true, ['hard light']],
    ['shadow', false, ['darken', 'color burn', 'linear burn']],
    ['highlight', false, ['lighten', 'color dodge', 'linear dodge']],
    ['both', false, ['overlay', 'soft light', 'linear light']],
  ])('a %s, exact: %s, are %j', (kind, isExact, modes) => {
    expect(modes.map(effectOf)).toEqual(modes.map(() => ({ kind, isExact })));
  });

  it('a difference has no likeness', () => {
    expect(effectOf('difference')).toBeUndefined();
  });
});
