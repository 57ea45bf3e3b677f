import { EXTRA_COST_MAX_CENTS, SURFACES_PER_TYPE_MAX } from '@estampa/kernel/product-surfaces';
import { describe, expect, it } from 'vitest';
import {
  addedTo,
  checkChangedSurfaces,
  checkProductSurfaces,
  checkShownSurface,
  checkUsedSurfaces,
  extraCostCents,
  firstSurfaceAlone,
  FRONT_ALONE,
  inOrder,
  isSameUse,
  type ProductSurface,
  shownSurface,
  surfacesInUse,
} from './product-surfaces.ts';

const surface = (key: string, given: Partial<ProductSurface> = {}): ProductSurface => ({
  ...FRONT_ALONE[0]!,
  key,
  required: key === 'front',
  ...given,
});
const many = (count: number) => Array.from({ length: count }, (_, n) => surface(n === 0 ? 'front' : `s-${n}`));
const errors = (found: readonly { path: string; code: string }[]) => found.map(({ path, code }) => `${path} ${code}`);

describe('surfaces of a product type', () => {
  it.each<[string, ProductSurface[], string[]]>([
    ['none', [], ['surfaces wrong_count']],
    ['one', [...FRONT_ALONE], []],
    ['as many as there may be', many(SURFACES_PER_TYPE_MAX), []],
    ['one more', many(SURFACES_PER_TYPE_MAX + 1), ['surfaces wrong_count']],
    ['the shortest key', [surface('f', { required: true })], []],
    ['the longest key', [surface('a'.repeat(30), { required: true })], []],
    ['a key that is too long', [surface('a'.repeat(31), { required: true })], ['surfaces[0].key invalid']],
    ['no key', [surface('', { required: true })], ['surfaces[0].key invalid']],
    ['a key in capitals', [surface('Front', { required: true })], ['surfaces[0].key invalid']],
    ['a key twice', [surface('front'), surface('back'), surface('back')], ['surfaces[2].key duplicate']],
    [
      'a first one that is optional',
      [surface('front', { required: false })],
      ['surfaces[0].required first_is_required'],
    ],
    ['another one that is required', [surface('front'), surface('back', { required: true })], []],
    ['a negative cost', [surface('front', { extraCostCents: -1 })], ['surfaces[0].extraCostCents too_small']],
    ['the highest cost', [surface('front'), surface('back', { extraCostCents: EXTRA_COST_MAX_CENTS })], []],
    [
      'costs that are too high together',
      [surface('front', { extraCostCents: 1 }), surface('back', { extraCostCents: EXTRA_COST_MAX_CENTS })],
      ['surfaces too_big'],
    ],
  ])('%s', (_name, wanted, expected) => {
    expect(errors(checkProductSurfaces(wanted))).toEqual(expected);
  });

  it.each<[string, ProductSurface[], string[]]>([
    ['stay', [surface('front')], ['surfaces immutable']],
    [
      'keep their first one',
      [surface('back', { required: true }), surface('front', { required: false })],
      ['surfaces[0].key immutable', 'first'],
    ],
    [
      'may be changed',
      [surface('front', { name: 'Peito', widthMm: 300 }), surface('back', { extraCostCents: 900 })],
      [],
    ],
    ['become more, in any order', [surface('front'), surface('sleeve'), surface('back')], []],
  ])('those of a type that has some %s', (_name, wanted, expected) => {
    const found = errors(checkProductSurfaces(wanted, [surface('front'), surface('back')]));

    if (expected.includes('first')) expect(found).toContain(expected[0]);
    else expect(found).toEqual(expected);
  });
});

describe('surfaces of a product', () => {
  const offered = [
    surface('front', { extraCostCents: 100 }),
    surface('back', { extraCostCents: 1_200 }),
    surface('sleeve'),
  ];
  const front = { surface: 'front', artworkId: 'a' };
  const back = { surface: 'back', artworkId: 'b' };

  it.each([
    ['the first one', [front], []],
    ['none', [], ['surfaces required']],
    ['the first one twice', [front, front], ['surfaces[1].surface duplicate']],
    [
      'one that the type has not',
      [front, { surface: 'hood', artworkId: 'b' }],
      ['surfaces[1].surface unknown_reference'],
    ],
    ['another artwork than its own', [{ ...front, artworkId: 'b' }], ['artworkId other_artwork']],
    ['two in any order', [back, front], []],
    ['not the first one', [back], ['surfaces required']],
  ])('%s', (_name, used, expected) => {
    expect(errors(checkUsedSurfaces(used, 'a', offered))).toEqual(expected);
  });

  it('may change, but for the artwork of the first one', () => {
    const changed = (...used: { surface: string; artworkId: string }[]) =>
      errors(checkChangedSurfaces(used, 'a', offered));

    expect(changed(back, front)).toEqual([]);
    expect(changed(back, { ...front, artworkId: 'b' })).toEqual(['surfaces[1].artworkId immutable']);
    expect(changed(back)).toEqual(['surfaces required']);
    expect(addedTo([front, back], [back, front])).toEqual([]);
    expect(addedTo([front, back], [front, { ...back, artworkId: 'c' }])).toEqual([{ ...back, artworkId: 'c' }]);
    expect([isSameUse([front, back], [back, front]), isSameUse([front, back], [front])]).toEqual([true, false]);
  });

  it('have to be those that are required', () => {
    const both = [offered[0]!, { ...offered[1]!, required: true }];

    expect(errors(checkUsedSurfaces([front], 'a', both))).toEqual(['surfaces required']);
  });

  it('cost what each of them adds, as the type says now', () => {
    const cost = (...used: { surface: string; artworkId: string }[]) => extraCostCents({ used, offered });

    expect([cost(front), cost(front, back), cost(back, front)]).toEqual([100, 1_300, 1_300]);
    expect(extraCostCents({ used: firstSurfaceAlone('a', FRONT_ALONE), offered: FRONT_ALONE })).toBe(0);
  });

  it('are shown by templates, the first one without a name', () => {
    expect(['front', 'back', null].map((one) => shownSurface(one, offered))).toEqual([null, 'back', null]);
    expect(['front', 'back', null].flatMap((one) => checkShownSurface(one, offered))).toEqual([]);
    expect(errors(checkShownSurface('hood', offered))).toEqual(['surface unknown_reference']);
  });

  it('stand in the order of the type, the first one first', () => {
    expect(inOrder([back, front], offered)).toEqual([front, back]);
    expect(surfacesInUse({ used: [back, front], offered }).map(({ key, artworkId }) => [key, artworkId])).toEqual([
      ['front', 'a'],
      ['back', 'b'],
    ]);
  });
});
