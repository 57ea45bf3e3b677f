import { describe, expect, it } from 'vitest';
import { bodyMacOf, digestOf, ownerOf, seal, shareOf, unseal } from './sealed-response.ts';

const key = { key: 'my-key-1', scope: 'u-1 POST /auth/signup', bodyDigest: 'b' };
const response = Buffer.from('tokens');

describe('a sealed response', () => {
  it('opens with the key that it was sealed with', () => {
    expect(unseal(seal(response, key), key)).toEqual(response);
  });

  it('shows nothing of the response, and differs each time', () => {
    expect(seal(response, key).includes(response)).toBe(false);
    expect(seal(response, key)).not.toEqual(seal(response, key));
  });

  it.each([
    ['another key', { ...key, key: 'my-key-2' }],
    ['another scope', { ...key, scope: 'u-2 POST /auth/signup' }],
  ])('stays shut for %s', (_which, other) => {
    expect(() => unseal(seal(response, key), other)).toThrow('Unsupported state or unable to authenticate data');
    expect(digestOf(other)).not.toBe(digestOf(key));
  });
});

describe('what is stored of a key', () => {
  it('distinguishes bodies for one who has the key, and shows nothing of them', () => {
    const macOf = (changes: Partial<typeof key>) => bodyMacOf({ ...key, ...changes });

    expect(macOf({})).toMatch(/^[\da-f]{64}$/);
    expect(macOf({})).toBe(macOf({}));
    expect(new Set([macOf({}), macOf({ bodyDigest: 'c' }), macOf({ key: 'x' }), macOf({ scope: 'x' })]).size).toBe(4);
    expect(digestOf(key)).toMatch(/^[\da-f]{64}$/);
    expect(digestOf({ ...key, bodyDigest: 'c' })).toBe(digestOf(key));
  });

  it.each([
    ['u-1 POST /auth/signup', 'u-1'],
    ['address 203.0.113.7 POST /auth/signup', 'address 203.0.113.7'],
    ['addressee POST /auth/signup', 'addressee'],
    ['u-1', 'u-1'],
    [' ', ' '],
    [' u-1', ' u-1'],
  ])('says whose it is: %s', (scope, owner) => {
    expect(ownerOf({ ...key, scope })).toBe(owner);
  });

  it('is shared by callers, the same for all keys of one', () => {
    const shares = Array.from({ length: 50 }, (_none, at) => shareOf({ ...key, scope: `u-${at} POST /x` }));

    expect(shareOf({ ...key, scope: 'u-7 POST /y', key: 'other' })).toBe(shares[7]);
    expect(new Set(shares).size).toBeGreaterThan(40);
    expect(shares.filter((share) => share < 0 || share >= 65_536)).toEqual([]);
  });
});
