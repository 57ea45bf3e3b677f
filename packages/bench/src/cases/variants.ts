import type { Api, Json } from '@estampa/stack/demo/api';
import { requestBytes } from '../load/connection.ts';
import type { Case, Ground, Prepared } from './case.ts';
import { expectResponse } from './expect.ts';
import type { Logins } from './logins.ts';

const ASSETS = { size: 50, fabric: 100 };
const VARIANTS = ASSETS.size * ASSETS.fabric;
const LARGE_TYPES = 20;
const COSTS = { baseCostCents: 1_000, productionDays: 3, packagingDays: 1 };

/** Generates the maximum number of variants of a type from its assets; each request has a new type, made before it is timed. */
async function generateVariants({ logins }: Ground): Promise<Prepared> {
  const admin = await logins.adminApi();
  const token = await logins.admin();
  const generate: number[] = [];
  return {
    samples: { generate },
    async act(connection) {
      const id = await typeWithAssets(admin);
      const path = `/products/types/${id}/generate-variants`;
      const begin = performance.now();
      const response = await connection.send(requestBytes({ method: 'POST', path, token, body: COSTS }));
      generate.push(performance.now() - begin);
      expectResponse(response, 200, `"created":${VARIANTS}`);
    },
  };
}

/** The cost of one of thousands. */
const updateVariant = async ({ logins }: Ground): Promise<Prepared> =>
  changeCosts(logins, await largeType(await logins.adminApi()));

/** The same of a type that the products of all stores are made of. */
async function updateVariantOnSale({ world, logins }: Ground): Promise<Prepared> {
  const id = world.model.productTypeIds[0]!;
  return changeCosts(logins, (await (await logins.adminApi()).client.listProductVariants({ id })).variants);
}

async function changeCosts(logins: Logins, variants: readonly { id: string }[]): Promise<Prepared> {
  const token = await logins.admin();
  return {
    async act(connection, turn) {
      const path = `/products/variants/${variants[turn % variants.length]!.id}`;
      const body = { baseCostCents: 1_000 + turn };
      expectResponse(
        await connection.send(requestBytes({ method: 'PATCH', path, token, body })),
        200,
        `:${1_000 + turn},`,
      );
    },
  };
}

/** The costs of all of them in one request. */
async function updateVariants({ logins }: Ground): Promise<Prepared> {
  const variants = await largeType(await logins.adminApi());
  const token = await logins.admin();
  const path = `/products/types/${variants[0]!.productTypeId}/variants/bulk`;
  return {
    async act(connection, turn) {
      const body = { variants: variants.map(({ id }) => ({ id, baseCostCents: 1_000 + turn })) };
      expectResponse(
        await connection.send(requestBytes({ method: 'PATCH', path, token, body })),
        200,
        `:${1_000 + turn},`,
      );
    },
  };
}

/** What sellers build on: twenty types of thousands of variants. */
async function sellerCatalog({ world, logins }: Ground): Promise<Prepared> {
  const admin = await logins.adminApi();
  for (let made = 0; made < LARGE_TYPES; made += 1) await largeType(admin);
  const token = await logins.token(world.stores[0]!.email);
  const request = requestBytes({ path: '/catalog/seller', token, headers: { 'Accept-Encoding': 'gzip' } });
  return {
    async act(connection) {
      expectResponse(await connection.send(request), 200);
    },
  };
}

async function largeType(admin: Api): Promise<{ id: string; productTypeId: string }[]> {
  const id = await typeWithAssets(admin);
  return (await admin.client.generateProductVariants({ id, body: COSTS })).variants;
}

let number = 0;

async function typeWithAssets(admin: Api): Promise<string> {
  number += 1;
  const type: Json = await admin.client.createProductType({
    body: {
      slug: `grande-${Date.now().toString(36)}-${number}`,
      name: 'Tipo grande',
      description: 'Muitas variantes',
      platformFeePercent: 10,
      artistRoyaltyPercent: 50,
    },
  });
  const assets = Object.entries(ASSETS).flatMap(([key, count]) =>
    Array.from({ length: count }, (_, value) => ({
      key,
      keyLabelPt: key,
      value: `${value}`,
      labelPt: `${key} ${value}`,
    })),
  );
  await admin.client.createAssets({ id: type.id, body: { assets } });
  return type.id;
}

export const variantCases: readonly Case[] = [
  { name: 'generate-5000', title: '5,000 variants made of assets', clients: 1, prepare: generateVariants },
  { name: 'variant-1', title: 'the cost of one of 5,000 variants', clients: 1, prepare: updateVariant },
  {
    name: 'variant-on-sale-1',
    title: 'the cost of a variant that 2,000 products on sale are made of',
    clients: 1,
    prepare: updateVariantOnSale,
  },
  { name: 'variants-5000', title: 'the costs of 5,000 variants at once', clients: 1, prepare: updateVariants },
  {
    name: 'seller-catalog-1',
    title: 'the catalog of sellers with 20 types of 5,000',
    clients: 1,
    prepare: sellerCatalog,
  },
];
