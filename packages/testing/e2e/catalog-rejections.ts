import { randomUUID } from 'node:crypto';
import type { Json } from '@estampa/stack/demo/api';

export const COSTS = { baseCostCents: 1_000, productionDays: 3, packagingDays: 1 };
export const fields = (slug: string) => ({ slug, name: 'Tipo', platformFeePercent: 12.5, artistRoyaltyPercent: 50 });
export const asset = (key: string, value: string) => ({ key, value, labelPt: value.toUpperCase() });

/** Responses of two types with their parts. */
type Ground = { own: Json; other: Json };
type Row = [
  what: string,
  method: string,
  path: (ground: Ground) => string,
  body: (ground: Ground) => object,
  status: number,
  failing: string[],
];

const NOBODY = randomUUID();
const label = 'x'.repeat(101);
const many = (count: number) => Array.from({ length: count }, () => ({ id: NOBODY, baseCostCents: 1 }));
const variant = (more: object) => ({ ...COSTS, ...more });
const type =
  (path = '') =>
  ({ own }: Ground) =>
    `/products/types/${own.id}${path}`;

/** What the catalog rejects, with the paths of all fields that it names. */
export const IMPOSSIBLE: readonly Row[] = [
  ['a slug of 51', 'POST', () => '/products/types', () => fields('a'.repeat(51)), 400, ['slug']],
  ['a slug that is taken', 'POST', () => '/products/types', ({ own }) => fields(own.slug), 400, ['slug']],
  [
    'all fields of a type at once',
    'POST',
    () => '/products/types',
    () => ({ slug: 'A', name: '', platformFeePercent: 100.01, artistRoyaltyPercent: 1.234 }),
    400,
    ['artistRoyaltyPercent', 'name', 'platformFeePercent', 'slug'],
  ],
  ['the slug of another', 'PATCH', type(), ({ other }) => ({ slug: other.slug }), 400, ['slug']],
  ['no name', 'PATCH', type(), () => ({ name: null, isActive: 'yes' }), 400, ['isActive', 'name']],
  ['an asset that exists', 'POST', type('/assets'), () => asset('size', 'p'), 409, []],
  ['a key with capitals', 'POST', type('/assets'), () => asset('Size', 'x'), 400, ['key']],
  ['a key of 51', 'POST', type('/assets'), () => asset('k'.repeat(51), 'x'), 400, ['key']],
  ['a value of 101', 'POST', type('/assets'), () => ({ ...asset('k', label), labelPt: '' }), 400, ['labelPt', 'value']],
  ['no assets', 'POST', type('/assets/bulk'), () => ({ assets: [] }), 400, ['assets']],
  [
    '201 assets',
    'POST',
    type('/assets/bulk'),
    () => ({ assets: Array.from({ length: 201 }, (_, n) => asset('k', `${n}`)) }),
    400,
    ['assets'],
  ],
  [
    'another key',
    'PATCH',
    ({ own }) => `/products/assets/${own.assets[0].id}`,
    () => ({ key: 'b', value: 'c' }),
    400,
    ['key', 'value'],
  ],
  [
    'an option that exists',
    'POST',
    type('/options'),
    () => ({ key: 'color', labelPt: 'C', inputType: 'select', displayBehavior: 'filter' }),
    409,
    [],
  ],
  [
    'all fields of an option at once',
    'POST',
    type('/options'),
    () => ({
      key: '1',
      labelPt: label,
      inputType: 'knob',
      displayBehavior: 'x',
      required: 1,
      values: [{ value: '', hexColor: 'red' }],
    }),
    400,
    [
      'displayBehavior',
      'inputType',
      'key',
      'labelPt',
      'required',
      'values[0].hexColor',
      'values[0].labelPt',
      'values[0].value',
    ],
  ],
  [
    'another key of an option',
    'PATCH',
    ({ own }) => `/products/options/${own.option.id}`,
    () => ({ key: 'colour' }),
    400,
    ['key'],
  ],
  [
    'a value that exists',
    'POST',
    ({ own }) => `/products/options/${own.option.id}/values`,
    () => ({ value: 'black', labelPt: 'P' }),
    409,
    [],
  ],
  [
    'a colour by name',
    'PATCH',
    ({ own }) => `/products/option-values/${own.option.values[0].id}`,
    () => ({ hexColor: 'red', value: 'x'.repeat(101) }),
    400,
    ['hexColor', 'value'],
  ],
  [
    'a cost below 0',
    'POST',
    type('/generate-variants'),
    () => ({ ...COSTS, baseCostCents: -1 }),
    400,
    ['baseCostCents'],
  ],
  [
    'a cost of 100,000.01',
    'POST',
    type('/generate-variants'),
    () => ({ ...COSTS, baseCostCents: 10_000_001, productionDays: 366, packagingDays: 0.5 }),
    400,
    ['baseCostCents', 'packagingDays', 'productionDays'],
  ],
  [
    'a combination that exists',
    'POST',
    type('/variants'),
    ({ own }) => variant({ assetIds: [own.assets[0].id] }),
    409,
    [],
  ],
  [
    'a SKU that is taken',
    'POST',
    type('/variants'),
    ({ own }) => variant({ assetIds: [own.assets[1].id], sku: own.variants[0].sku }),
    409,
    [],
  ],
  ['no assets of a variant', 'POST', type('/variants'), () => variant({ assetIds: [] }), 400, ['assetIds']],
  [
    'assets that are unknown, foreign, inactive, and of one key',
    'POST',
    type('/variants'),
    ({ own, other }) =>
      variant({ assetIds: [NOBODY, other.assets[0].id, own.assets[2].id, own.assets[0].id, own.assets[1].id] }),
    400,
    ['assetIds[0]', 'assetIds[1]', 'assetIds[2]', 'assetIds[4]'],
  ],
  [
    'the SKU of another',
    'PATCH',
    ({ own }) => `/products/variants/${own.variants[1].id}`,
    ({ own }) => ({ sku: own.variants[0].sku }),
    409,
    ['sku'],
  ],
  [
    'no SKU',
    'PATCH',
    ({ own }) => `/products/variants/${own.variants[1].id}`,
    () => ({ sku: null, productionDays: 366 }),
    400,
    ['productionDays', 'sku'],
  ],
  [
    'a variant of another type',
    'PATCH',
    type('/variants/bulk'),
    ({ other }) => ({ variants: [{ id: other.variants[0].id, baseCostCents: 1 }] }),
    400,
    ['variants[0].id'],
  ],
  ['a variant twice', 'PATCH', type('/variants/bulk'), () => ({ variants: many(2) }), 400, ['variants[1].id']],
  ['no variants', 'PATCH', type('/variants/bulk'), () => ({ variants: [] }), 400, ['variants']],
  ['5,001 variants', 'PATCH', type('/variants/bulk'), () => ({ variants: many(5_001) }), 400, ['variants']],
  ['nothing to deactivate', 'DELETE', type('/variants/bulk'), () => ({}), 400, ['body']],
  [
    'two ways to say which',
    'DELETE',
    type('/variants/bulk'),
    () => ({ ids: [NOBODY], keysOtherThan: ['size'] }),
    400,
    ['body'],
  ],
  ['an unknown variant', 'DELETE', type('/variants/bulk'), () => ({ ids: [NOBODY] }), 400, ['ids[0]']],
  ['an unknown type', 'PATCH', () => `/products/types/${NOBODY}`, () => ({ name: 'x' }), 404, []],
  ['an id that is none', 'DELETE', () => '/products/variants/none', () => ({}), 404, []],
];
