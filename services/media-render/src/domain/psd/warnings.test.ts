import { expect, it } from 'vitest';
import { distinct, psdWarning } from './warnings.ts';

it('a warning says what of which layer, and which one exactly', () => {
  const warning = { code: 'effect', layer: 'Logo', message: 'the layer effects are left out' };

  expect(psdWarning('effect', 'Logo')).toEqual(warning);
  expect(psdWarning('effect', 'Logo', 'stroke')).toEqual({ ...warning, message: `${warning.message}: stroke` });
});

it('warnings are given once each, in their order, two hundred at most', () => {
  const [one, other] = [psdWarning('effect', 'a'), psdWarning('effect', 'b')];
  const many = Array.from({ length: 201 }, (_none, at) => psdWarning('mesh', String(at)));

  expect(distinct([one, other, psdWarning('effect', 'a')])).toEqual([one, other]);
  expect(distinct(many)).toEqual(many.slice(0, 200));
});
