import { describe, expect, it } from 'vitest';
import { changeImage, readImageType } from './profile-image.ts';

const both = { avatarKey: 'a', bannerKey: 'b' };

describe('an image of a profile', () => {
  it.each([
    ['is put where there was none', { avatarKey: null }, 'avatar', 'x', { avatarKey: 'x' }],
    ['replaces the one before', both, 'banner', 'x', { bannerKey: 'x' }],
    ['is taken off', both, 'avatar', null, { avatarKey: null }],
    ['stays when it is put there again', both, 'banner', 'b', null],
    ['cannot be taken off twice', { bannerKey: null }, 'banner', null, null],
    ['that was never there is not taken off', {}, 'avatar', null, null],
  ] as const)('%s', (_name, profile, type, key, change) => {
    expect(changeImage(profile, type, key)).toEqual(change);
  });

  it.each(['avatar', 'banner'])('can be the %s', (type) => {
    expect(readImageType(type)).toBe(type);
  });

  it.each(['', 'Avatar', 'cover', 'constructor'])('cannot be "%s"', (type) => {
    expect(() => readImageType(type)).toThrow('must be avatar or banner');
  });
});
