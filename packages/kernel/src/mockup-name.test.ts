import { describe, expect, it } from 'vitest';
import { areaName, mockupName, mockupOf, surfaceOf } from './mockup-name.ts';

const BACK = { surface: 'back', artworkId: '0193f2a0-0000-7000-8000-000000000001' };
const SLEEVE = { surface: 'left-sleeve', artworkId: '0193f2a0-0000-7000-8000-000000000002' };

describe('the name of a mockup', () => {
  it.each([
    ['a template alone', [], 'shirt-front'],
    ['one further surface', [SLEEVE], `shirt-front.left-sleeve.${SLEEVE.artworkId}`],
    ['two, in whatever order', [SLEEVE, BACK], `shirt-front.back.${BACK.artworkId}.left-sleeve.${SLEEVE.artworkId}`],
  ])('is that of %s', (_, others, name) => {
    expect(mockupName('shirt-front', others)).toBe(name);
    expect(mockupOf(name).templateId).toBe('shirt-front');
    expect(mockupName('shirt-front', mockupOf(name).others)).toBe(name);
  });

  it('is none of an area', () => {
    expect(areaName('shirt-front', 'back')).toBe('shirt-front.back');
    expect(mockupOf('shirt-front.back')).toEqual({ templateId: 'shirt-front', others: [] });
    expect([surfaceOf('shirt-front.back'), surfaceOf('shirt-front')]).toEqual(['back', null]);
  });
});
