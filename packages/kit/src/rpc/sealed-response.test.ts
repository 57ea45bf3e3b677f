import { describe, expect, it } from 'vitest';
import { digestOf, seal, unseal } from './sealed-response.ts';

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
