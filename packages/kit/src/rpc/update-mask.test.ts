import { describe, expect, it } from 'vitest';
import { changesIn, maskedUpdate, type UpdateFields } from './update-mask.ts';

type Request = {
  id: string;
  updateMask?: string[] | undefined;
  storeName?: string | undefined;
  bio?: string | undefined;
  socialLinks: string[];
};
type Change = { storeName?: string; bio?: string | null; socialLinks?: string[] };

const FIELDS = { storeName: 'required', bio: 'clearable', socialLinks: 'clearable' } as const satisfies UpdateFields<
  Request,
  'id',
  Change
>;
const request: Request = { id: 'i', storeName: 'Loja', bio: 'Artista', socialLinks: ['s'] };

describe('changesIn', () => {
  it.each([
    ['nothing without a mask', {}, {}],
    ['nothing with an empty mask', { updateMask: [] }, {}],
    ['one field', { updateMask: ['store_name'] }, { storeName: 'Loja' }],
    [
      'all fields',
      { updateMask: ['store_name', 'bio', 'social_links'] },
      { storeName: 'Loja', bio: 'Artista', socialLinks: ['s'] },
    ],
    ['a field twice named once', { updateMask: ['bio', 'bio'] }, { bio: 'Artista' }],
    ['null for a field without a value', { updateMask: ['bio'], bio: undefined }, { bio: null }],
    ['an empty list as it is', { updateMask: ['social_links'], socialLinks: [] }, { socialLinks: [] }],
  ])('gives %s', (_case, change, expected) => {
    expect(changesIn({ ...request, ...change }, FIELDS)).toEqual(expected);
  });

  it.each([
    ['the name of another dialect', 'storeName', 'storeName', 'unknown_field'],
    ['what is no field', 'price', 'price', 'unknown_field'],
    ['what cannot be changed', 'id', 'id', 'unknown_field'],
    ['the mask itself', 'update_mask', 'update_mask', 'unknown_field'],
    ['what every object has', 'constructor', 'constructor', 'unknown_field'],
    ['all fields at once', '*', '*', 'unknown_field'],
    ['no name', '', '', 'unknown_field'],
    ['a required field without a value', 'store_name', 'storeName', 'required'],
  ])('rejects %s', (_case, mask, path, code) => {
    expect(() => changesIn({ id: 'i', socialLinks: [], updateMask: ['bio', mask] }, FIELDS)).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        reason: 'validation_failed',
        details: { fields: [expect.objectContaining({ path, code })] },
      }),
    );
  });
});

describe('maskedUpdate', () => {
  it('names what was sent, as the contract does; null has no value', () => {
    expect(maskedUpdate({ storeName: 'Loja', bio: null, documentNumber: undefined })).toEqual({
      updateMask: ['store_name', 'bio'],
      storeName: 'Loja',
      bio: undefined,
    });
  });

  it('is understood by changesIn', () => {
    const body: { storeName?: string; bio?: string | null } = { storeName: 'Loja', bio: null };

    expect(changesIn({ id: 'i', socialLinks: [], ...maskedUpdate(body) }, FIELDS)).toEqual({
      storeName: 'Loja',
      bio: null,
    });
  });
});
