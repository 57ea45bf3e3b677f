import { describe, expect, it } from 'vitest';
import { areaName, bestMockup, mockupFolder, mockupName, mockupOf, surfaceOf } from './mockup-name.ts';

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

  it('is what its files lie in, unless it is too long for that', () => {
    const name = (last: string) =>
      mockupName('t'.repeat(80), [
        { ...BACK, surface: 'b'.repeat(30) },
        { ...BACK, surface: `s${'t'.repeat(28)}` },
        {
          ...SLEEVE,
          surface: last,
        },
      ]);
    const [short, long] = [name('zz'), name('zzz')];

    expect([short.length, long.length]).toEqual([255, 256]);
    expect(mockupFolder(short)).toBe(short);
    expect(mockupFolder(long)).toMatch(/^t{80}\.[0-9a-f]{64}$/);
    expect(mockupFolder(name('zzzz'))).not.toBe(mockupFolder(long));
  });

  it('is none of an area', () => {
    expect(areaName('shirt-front', 'back')).toBe('shirt-front.back');
    expect(mockupOf('shirt-front.back')).toEqual({ templateId: 'shirt-front', others: [] });
    expect([surfaceOf('shirt-front.back'), surfaceOf('shirt-front')]).toEqual(['back', null]);
  });
});

describe('the mockup that shows a product', () => {
  const [alone, withSleeve, withAll] = [[], [SLEEVE], [BACK, SLEEVE]].map((others) => mockupName('side', others));
  const ofAnother = mockupName('side', [{ ...SLEEVE, artworkId: BACK.artworkId }]);

  it.each([
    ['all of it', [alone, withSleeve, withAll], withAll, withAll],
    ['most of it, until that is made', [alone, withSleeve], withAll, withSleeve],
    ['what its template showed before it lost a surface', [withSleeve], alone, withSleeve],
    ['its own surface alone, where the template lost the other', [withSleeve, alone], alone, alone],
    ['nothing that is not printed on it', [ofAnother], withAll, undefined],
  ])('is that of %s', (_case, names, wanted, best) => {
    const renders = names.map((templateId) => ({ templateId: templateId! }));

    expect(bestMockup(renders, wanted!, [BACK, SLEEVE])?.templateId).toBe(best);
  });
});
