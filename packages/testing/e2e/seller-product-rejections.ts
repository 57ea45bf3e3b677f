import { randomUUID } from 'node:crypto';
import type { Api, Json } from '@estampa/stack/demo/api';
import type { Shop } from './shop.ts';

type Who = 'seller' | 'stranger' | 'customer' | 'admin' | 'nobody';
type Row = [
  who: Who,
  method: string,
  path: string,
  body: object | undefined,
  status: number,
  code: string,
  ...paths: string[],
];

const MINE = '/seller-products/me';

/** Status, code and failing paths of what is rejected, sent bare: its bodies are of any shape. */
export async function rejected(api: Api, method: string, path: string, body?: object): Promise<unknown[]> {
  const response = await api.send(method, path, body);
  const problem: Json = response.status < 400 ? {} : await response.json();
  return [response.status, problem.code, ...(problem.errors ?? []).map((error: Json) => error.path)];
}

/** What is rejected of a draft that has the first variant of its type. */
export function rejectionsOf({ id, variants }: Json, { productType, product }: Shop): Row[] {
  const own = `${MINE}/${id}`;
  const variant = `${own}/variants/${variants[0].id}`;
  const wanted = { productVariantId: productType.variants[1]!.id, priceCents: 8990 };
  return [
    ...unreachable(id, variant, wanted, product),
    ...impossible(own, variant, wanted),
    ['seller', 'PATCH', own, { slug: product.slug }, 409, 'already_exists', 'slug'],
    ['seller', 'PATCH', own, { status: 'sold' }, 400, 'validation_failed', 'status'],
    ['seller', 'PATCH', own, { status: 'paused' }, 400, 'wrong_state'],
  ];
}

function unreachable(id: string, variant: string, wanted: object, product: Json): Row[] {
  const own = `${MINE}/${id}`;
  const unknown = randomUUID();
  return [
    ...(['', '/preview'] as const).map((more): Row => ['stranger', 'GET', own + more, undefined, 403, 'forbidden']),
    ['stranger', 'DELETE', own, undefined, 403, 'forbidden'],
    ['stranger', 'POST', `${own}/variants`, wanted, 403, 'forbidden'],
    ['stranger', 'PATCH', variant, { priceCents: 9990 }, 403, 'forbidden'],
    ['stranger', 'DELETE', variant, undefined, 403, 'forbidden'],
    ['stranger', 'POST', `${own}/generate-skus`, {}, 403, 'forbidden'],
    ['customer', 'POST', `${own}/variants`, wanted, 403, 'forbidden'],
    ['seller', 'POST', '/seller-products/admin', {}, 403, 'forbidden'],
    ['seller', 'DELETE', `/seller-products/admin/${id}`, undefined, 403, 'forbidden'],
    ['nobody', 'GET', `${own}/preview`, undefined, 401, 'unauthenticated'],
    ['seller', 'DELETE', `${MINE}/${unknown}`, undefined, 404, 'not_found'],
    ['seller', 'GET', `${MINE}/${unknown}/preview`, undefined, 404, 'not_found'],
    ['seller', 'GET', `${MINE}/nope/preview`, undefined, 404, 'not_found'],
    ['seller', 'POST', `${MINE}/${unknown}/variants`, wanted, 404, 'not_found'],
    ['seller', 'POST', `${MINE}/${unknown}/variants/generate-skus`, {}, 404, 'not_found'],
    ['seller', 'PATCH', `${own}/variants/${product.variants[0].id}`, { sku: 'x' }, 404, 'not_found'],
    ['seller', 'DELETE', `${own}/variants/nope`, undefined, 404, 'not_found'],
    ['admin', 'DELETE', `/seller-products/admin/${unknown}`, undefined, 404, 'not_found'],
  ];
}

function impossible(own: string, variant: string, wanted: object): Row[] {
  const bad = { productVariantId: 'x', priceCents: -1, allowedOptions: { color: 'navy' }, sku: '' };
  return [
    ['seller', 'POST', `${own}/variants`, bad, 400, 'validation_failed', ...Object.keys(bad).map(pathOf)],
    ['seller', 'POST', `${own}/variants`, {}, 400, 'validation_failed', 'productVariantId', 'priceCents'],
    [
      'seller',
      'POST',
      `${own}/variants`,
      { ...wanted, productVariantId: randomUUID() },
      400,
      'unknown_reference',
      'productVariantId',
    ],
    ['seller', 'POST', `${own}/variants`, { ...wanted, priceCents: 4103 }, 400, 'price_too_low', 'priceCents'],
    ...[
      [{ color: [] }, 'color'],
      [{ size: ['P'] }, 'size'],
      [{ color: ['navy', 'red'] }, 'color[1]'],
    ].map(([allowedOptions, at]): Row => [
      'seller',
      'PATCH',
      variant,
      { allowedOptions },
      400,
      'validation_failed',
      `allowedOptions.${at as string}`,
    ]),
    ['seller', 'PATCH', variant, { priceCents: 4103 }, 400, 'price_too_low', 'priceCents'],
    [
      'seller',
      'PATCH',
      variant,
      { priceCents: null, isActive: 'yes' },
      400,
      'validation_failed',
      'priceCents',
      'isActive',
    ],
    ['seller', 'POST', `${own}/generate-skus`, { priceCents: 4103 }, 400, 'price_too_low', 'priceCents'],
    ['seller', 'POST', `${own}/generate-skus`, { marginPercent: 100.01 }, 400, 'validation_failed', 'marginPercent'],
    ['seller', 'POST', `${own}/generate-skus`, { marginPercent: 1.234 }, 400, 'validation_failed', 'marginPercent'],
    [
      'seller',
      'POST',
      `${own}/variants/generate-skus`,
      { marginPercent: 87.5 },
      400,
      'validation_failed',
      'marginPercent',
    ],
  ];
}

const pathOf = (name: string): string => (name === 'allowedOptions' ? 'allowedOptions.color' : name);
