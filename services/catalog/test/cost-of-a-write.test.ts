import { randomUUID } from 'node:crypto';
import type { IdempotencyKey } from '@estampa/kit/rpc/call';
import { metric } from '@estampa/testing/metric';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { admin, aDraft, anArtwork, aSeller, openShopFloor, setUpType, type ShopFloor } from './shop-floor.ts';

/** Background jobs query the database as well, so a write's cost is the minimum of several runs. */
const WRITES = 8;
/** Claim; no limit for the others; lock, parts; product, event, response, commit. */
const STATEMENTS = 8;
/** Claim; load; write and commit. */
const ROUND_TRIPS = 3;

let floor: ShopFloor;
beforeAll(async () => {
  floor = await openShopFloor();
});
afterAll(() => floor?.close());

it('changes a product with a key in three round trips', async () => {
  const seller = aSeller();
  const type = await setUpType(floor);
  const draft = aDraft(type, anArtwork(floor, seller.sellerProfileId));
  const { id } = (await floor.as(seller).products.createSellerProduct(draft)).sellerProduct!;

  expect(
    await leastCost(async (write, key) => {
      const change = { id, updateMask: ['title'], title: `Title ${write}` };
      await floor.as(seller, key).products.updateSellerProduct(change, { withIdempotencyKey: true });
    }),
  ).toEqual({ statements: STATEMENTS, trips: ROUND_TRIPS });
});

it('changes a variant of a product with a key in three round trips', async () => {
  const seller = aSeller();
  const type = await setUpType(floor);
  const draft = aDraft(type, anArtwork(floor, seller.sellerProfileId));
  const { id: sellerProductId, variants } = (await floor.as(seller).products.createSellerProduct(draft)).sellerProduct!;
  const { id } = variants[0]!;

  // Beside those of the product: what its type allows, and the variant.
  expect(
    await leastCost(async (write, key) => {
      const change = { sellerProductId, id, updateMask: ['price_cents'], priceCents: 8_000 + write };
      await floor.as(seller, key).products.updateSellerProductVariant(change, { withIdempotencyKey: true });
    }),
  ).toEqual({ statements: STATEMENTS + 2, trips: ROUND_TRIPS });
});

it('generates variants with a key in as many, however many they are', async () => {
  const type = await setUpType(floor);

  expect(
    await leastCost(async (_write, key) => {
      const seller = aSeller();
      const draft = aDraft(type, anArtwork(floor, seller.sellerProfileId));
      const only = { ...draft, variants: [draft.variants[0]!] };
      const { id: sellerProductId } = (await floor.as(seller).products.createSellerProduct(only)).sellerProduct!;
      const before = await counted();
      const generate = { sellerProductId, marginBasisPoints: 3_000 };
      await floor.as(seller, key).products.generateSellerProductVariants(generate, { withIdempotencyKey: true });
      return before;
    }),
  ).toEqual({ statements: STATEMENTS + 2, trips: ROUND_TRIPS });
});

it('changes the cost of a catalog variant in three round trips, without an event', async () => {
  const { variants } = await setUpType(floor);
  const { id } = variants[0]!;

  // Beside those of a product: the entry of the audit, which goes out with the commit.
  expect(
    await leastCost(async (write, key) => {
      const change = { id, updateMask: ['base_cost_cents'], baseCostCents: write };
      await floor.as(admin, key).types.updateVariant(change, { withIdempotencyKey: true });
    }),
  ).toEqual({ statements: STATEMENTS + 1, trips: ROUND_TRIPS });
});

type Counted = { statements: number; trips: number };

/** Of a write alone, where it says what had been counted before it. */
async function leastCost(act: (write: number, key: IdempotencyKey) => Promise<Counted | void>) {
  const costs = [];
  for (let write = 0; write < WRITES; write += 1) {
    const start = await counted();
    const key = { key: randomUUID(), scope: 'PATCH', bodyDigest: `body ${write}` };
    const before = (await act(write, key)) ?? start;
    const after = await counted();
    costs.push({ statements: after.statements - before.statements, trips: after.trips - before.trips });
  }

  return {
    statements: Math.min(...costs.map(({ statements }) => statements)),
    trips: Math.min(...costs.map(({ trips }) => trips)),
  };
}

async function counted(): Promise<Counted> {
  const { opsUrl } = floor.service;
  return {
    statements: await metric(opsUrl, 'db_statements_total'),
    trips: await metric(opsUrl, 'db_round_trips_total'),
  };
}
