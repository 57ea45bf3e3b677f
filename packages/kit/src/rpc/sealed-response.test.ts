import { describe, expect, it } from 'vitest';
import { digestOf, seal, unseal } from './sealed-response.ts';

const key = { key: 'my-key-1', scope: 'u-1 POST /auth/signup', bodyDigest: 'b' };
const answer = Buffer.from('tokens');

describe('a sealed answer', () => {
  it('opens with the key that it was sealed with', () => {
    expect(unseal(seal(answer, key), key)).toEqual(answer);
  });

  it('shows nothing of the response, and never looks the same', () => {
    expect(seal(answer, key).includes(answer)).toBe(false);
    expect(seal(answer, key)).not.toEqual(seal(answer, key));
  });

  it.each([
    ['another key', { ...key, key: 'my-key-2' }],
    ['another scope', { ...key, scope: 'u-2 POST /auth/signup' }],
  ])('stays shut for %s', (_which, other) => {
    expect(() => unseal(seal(answer, key), other)).toThrow('Unsupported state or unable to authenticate data');
    expect(digestOf(other)).not.toBe(digestOf(key));
  });
});
