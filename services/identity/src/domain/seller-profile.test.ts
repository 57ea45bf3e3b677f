import { describe, expect, it } from 'vitest';
import {
  changeProfile,
  newProfile,
  type ProfileChange,
  publishFirst,
  type SellerProfile,
  storeNameFrom,
} from './seller-profile.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const before = new Date('2029-01-01T12:00:00Z');
const profile = newProfile(
  { storeName: 'Demo store', storeSlug: 'demo-store' },
  { displayName: 'Demo', bio: 'A demo store', socialLinks: [{ platform: 'site', url: 'https://demo.example' }] },
  before,
);

describe('changeProfile', () => {
  it.each<[string, ProfileChange, Partial<SellerProfile>]>([
    ['keeps what was not sent', {}, {}],
    [
      'takes new values',
      { storeName: 'New', storeSlug: 'new-store', bio: 'Hi' },
      { storeName: 'New', storeSlug: 'new-store', bio: 'Hi' },
    ],
    [
      'clears with null',
      { displayName: null, bio: null, socialLinks: null },
      { displayName: null, bio: null, socialLinks: [] },
    ],
    [
      'publishes, and remembers when first',
      { storeStatus: 'published' },
      { storeStatus: 'published', firstPublishedAt: noon },
    ],
  ])('%s', (_what, change, expected) => {
    expect(changeProfile(profile, change, noon)).toEqual({ ...profile, ...expected });
  });

  it('remembers only the first publication', () => {
    const closed = { ...profile, firstPublishedAt: before };

    expect(changeProfile(closed, { storeStatus: 'published' }, noon).firstPublishedAt).toBe(before);
  });

  it.each<[ProfileChange, string, string]>([
    [{ storeStatus: 'hidden' }, 'storeStatus', 'invalid_value'],
    [{ storeSlug: 'admin' }, 'storeSlug', 'reserved'],
  ])('rejects %j', (change, path, code) => {
    expect(() => changeProfile(profile, change, noon)).toThrow(
      expect.objectContaining({ kind: 'invalid', details: { fields: [expect.objectContaining({ path, code })] } }),
    );
  });
});

describe('publishFirst', () => {
  it('opens a store that never was open', () => {
    expect(publishFirst(profile, noon)).toEqual({ storeStatus: 'published', firstPublishedAt: noon });
  });

  it('leaves a store alone that its owner closed', () => {
    expect(publishFirst({ ...profile, firstPublishedAt: before }, noon)).toBeNull();
  });
});

describe('storeNameFrom', () => {
  it.each([
    ['Demo artist', 'Demo artist'],
    ['é'.repeat(100), 'é'.repeat(80)],
    [`${'x'.repeat(79)} y`, 'x'.repeat(79)],
  ])('of %s', (name, storeName) => {
    expect(storeNameFrom(name)).toBe(storeName);
  });
});
