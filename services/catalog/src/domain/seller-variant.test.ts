import { describe, expect, it } from 'vitest';
import { VARIANTS_PER_PRODUCT_MAX } from './limits.ts';
import {
  deactivatedBefore,
  isSameVariant,
  mustBeSellable,
  mustComeBack,
  mustHaveRoom,
  mustNotBeLast,
} from './seller-variant.ts';

const variant = (id: string, { isActive = true, isOffered = true, of = `catalog ${id}` } = {}) => ({
  variant: { id, productVariantId: of, isActive },
  isOffered,
});
const off = { isActive: false };
const notOffered = { isOffered: false };

describe('mustNotBeLast', () => {
  it.each([
    ['the only one', [variant('a')], 'a'],
    ['the only one that is active', [variant('a'), variant('b', off)], 'a'],
    ['the only one that buyers can have', [variant('a'), variant('b', notOffered)], 'a'],
    ['the only active one, where buyers can have none', [variant('a', notOffered), variant('b', off)], 'a'],
  ])('rejects the deactivation of %s', (_, variants, id) => {
    expect(() => mustNotBeLast('active', variants, id)).toThrow(expect.objectContaining({ reason: 'wrong_state' }));
    for (const status of ['draft', 'paused', 'archived']) mustNotBeLast(status, variants, id);
  });

  it.each([
    ['one of two', [variant('a'), variant('b')], 'a'],
    ['one that buyers cannot have anyway', [variant('a'), variant('b', notOffered)], 'b'],
    ['one of two, where buyers can have none', [variant('a', notOffered), variant('b', notOffered)], 'a'],
  ])('lets %s go', (_, variants, id) => {
    expect(() => mustNotBeLast('active', variants, id)).not.toThrow();
  });
});

describe('a catalog variant in a product', () => {
  it('is new, comes back, or is there already', () => {
    const [first, second] = [variant('a', { ...off, of: 'x' }), variant('b', { ...off, of: 'x' })];

    expect(deactivatedBefore([variant('c')], 'x')).toBeUndefined();
    expect(deactivatedBefore([first, second], 'x')).toBe(second);
    expect(() => deactivatedBefore([first, variant('d', { of: 'x' })], 'x')).toThrow(
      expect.objectContaining({ kind: 'conflict', reason: 'already_exists' }),
    );
  });

  it('comes back only while it is offered, and once', () => {
    const gone = variant('a', { ...off, of: 'x' });

    expect(() => mustComeBack([gone], gone)).not.toThrow();
    expect(() => mustComeBack([gone], { ...gone, isOffered: false })).toThrow(
      expect.objectContaining({ reason: 'wrong_state' }),
    );
    expect(() => mustComeBack([gone, variant('b', { of: 'x' })], gone)).toThrow(
      expect.objectContaining({ reason: 'already_exists' }),
    );
  });
});

it('a product has room for its limit of active variants, to the last', () => {
  const full = Array.from({ length: VARIANTS_PER_PRODUCT_MAX - 1 }, (_, n) => variant(`${n}`));

  expect(() => mustHaveRoom([...full, variant('gone', off)], 1)).not.toThrow();
  expect(() => mustHaveRoom(full, 2)).toThrow(expect.objectContaining({ reason: 'limit_reached' }));
});

describe('mustBeSellable', () => {
  const basis = new Map([['x', { baseCostCents: 100, platformFeeBasisPoints: 0, artistRoyaltyBasisPoints: 0 }]]);
  const wanted = { productVariantId: 'x', priceCents: 101, allowedOptions: {}, sku: null };
  const check = (...variants: (typeof wanted)[]) =>
    mustBeSellable(variants, basis, [{ key: 'color', required: true, values: ['white'] }], (n) => `variants[${n}].`);

  it('names every variant that cannot be used', () => {
    const unknown = { ...wanted, productVariantId: 'y' };

    expect(() => check(unknown, wanted, unknown)).toThrow(
      expect.objectContaining({
        reason: 'unknown_reference',
        details: {
          fields: [0, 2].map((n) => expect.objectContaining({ path: `variants[${n}].productVariantId` })),
        },
      }),
    );
  });

  it.each([
    ['a repetition', [wanted, wanted], 'validation_failed', 'variants[1].productVariantId'],
    [
      'an option that is none',
      [{ ...wanted, allowedOptions: { sleeve: [] } }],
      'validation_failed',
      'variants[0].allowedOptions.sleeve',
    ],
    ['a price that does not pay', [{ ...wanted, priceCents: 100 }], 'price_too_low', 'variants[0].priceCents'],
  ])('rejects %s', (_, variants, reason, path) => {
    expect(() => check(...variants)).toThrow(
      expect.objectContaining({ reason, details: { fields: [expect.objectContaining({ path })] } }),
    );
  });
});

describe('isSameVariant', () => {
  const said = { priceCents: 1, allowedOptions: { color: ['a'], collar: ['v'] }, sku: null, isActive: true };

  it.each<[object, boolean]>([
    [{}, true],
    [{ allowedOptions: { collar: ['v'], color: ['a'] } }, true],
    [{ allowedOptions: {} }, false],
    [{ allowedOptions: { color: ['a', 'b'], collar: ['v'] } }, false],
    [{ priceCents: 2 }, false],
    [{ sku: 'x' }, false],
    [{ isActive: false }, false],
  ])('with %j is %p', (change, expected) => {
    expect(isSameVariant(said, { ...said, ...change })).toBe(expected);
  });
});
