import { describe, expect, it } from 'vitest';
import { changeOverride, type FeeOverride, periodOf, phaseOf } from './fee-override.ts';

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));
const NOW = at(10);

const agreed = (startsAt: Date, endsAt: Date | null): FeeOverride => ({
  id: 'fee',
  sellerProfileId: 'seller',
  productTypeId: null,
  platformFeeBasisPoints: 500,
  startsAt,
  endsAt,
  createdAt: at(1),
});
const field = (path: string) =>
  expect.objectContaining({ reason: 'validation_failed', details: { fields: [expect.objectContaining({ path })] } });

describe('a fee that was agreed on', () => {
  it.each([
    ['upcoming', at(11), null],
    ['in_force', NOW, null],
    ['in_force', at(9), at(11)],
    ['ended', at(9), NOW],
    ['ended', NOW, NOW],
  ] as const)('is %s from %s to %s', (phase, startsAt, endsAt) => {
    expect(phaseOf({ startsAt, endsAt }, NOW)).toBe(phase);
  });

  it('begins now or later, and ends after that', () => {
    expect(periodOf({ startsAt: null, endsAt: null }, NOW)).toEqual({ startsAt: NOW, endsAt: null });
    expect(periodOf({ startsAt: NOW, endsAt: at(11) }, NOW)).toEqual({ startsAt: NOW, endsAt: at(11) });
  });

  it.each([
    ['begins in the past', { startsAt: at(9), endsAt: null }, 'startsAt'],
    ['ends when it begins', { startsAt: at(11), endsAt: at(11) }, 'endsAt'],
    ['ends now', { startsAt: null, endsAt: NOW }, 'endsAt'],
  ])('is rejected where it %s', (_, period, path) => {
    expect(() => periodOf(period, NOW)).toThrow(field(path));
  });

  it('may change in all of it before it begins', () => {
    const change = { platformFeeBasisPoints: 700, startsAt: at(12), endsAt: at(13) };

    expect(changeOverride(agreed(at(11), null), change, NOW)).toMatchObject(change);
    expect(() => changeOverride(agreed(at(11), null), { startsAt: at(9) }, NOW)).toThrow(field('startsAt'));
    expect(() => changeOverride(agreed(at(12), null), { endsAt: at(11) }, NOW)).toThrow(field('endsAt'));
  });

  it('may only get another end while it is in force', () => {
    const inForce = agreed(at(9), at(20));

    for (const endsAt of [NOW, at(11), null]) {
      expect(changeOverride(inForce, { endsAt }, NOW)).toMatchObject({ startsAt: at(9), endsAt });
    }
    // What is sent as it is changes nothing.
    expect(changeOverride(inForce, { platformFeeBasisPoints: 500, startsAt: at(9), endsAt: at(20) }, NOW)).toEqual(
      inForce,
    );
    expect(() => changeOverride(inForce, { endsAt: at(9) }, NOW)).toThrow(field('endsAt'));
    for (const change of [{ platformFeeBasisPoints: 700 }, { startsAt: at(11) }]) {
      expect(() => changeOverride(inForce, change, NOW)).toThrow(expect.objectContaining({ reason: 'wrong_state' }));
    }
  });

  it('stays as it is once it has ended', () => {
    expect(() => changeOverride(agreed(at(8), at(9)), { endsAt: null }, NOW)).toThrow(
      expect.objectContaining({ reason: 'wrong_state' }),
    );
  });
});
