import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '@estampa/stack/demo/api';
import type { CallOptions } from '@estampa/client';
import { signIn } from '@estampa/stack/demo/people';
import { checkOut, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { eventually } from '../src/eventually.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { withholdResponses } from '../src/withheld-responses.ts';
import { describeRemovedProducts } from './removed-products.ts';
import { PASSWORD, sellerOf, type Shop } from './shop.ts';

const BOOT_DEADLINE_MS = 120_000;
const RECOVERY_DEADLINE_MS = 30_000;
const NEW_TYPE = {
  slug: 'caneca',
  name: 'Caneca',
  description: 'Louça',
  platformFeePercent: 10,
  artistRoyaltyPercent: 50,
};
const CHARGES = '/asaas/v3/payments';

let marketplace: TestMarketplace;
let secondGateway: TestMarketplace;
let shop: Shop;

type Ground = { marketplace: TestMarketplace; shop: Shop };

/** What orders-payments needs for it. */
export const RECOVERING = { PAYMENT_RECOVER_AFTER_MS: '1000' };

/** In a marketplace whose processes may be killed. */
export function describeCrashRecovery(ground: () => Ground): void {
  beforeAll(async () => {
    ({ marketplace, shop } = ground());
    secondGateway = await startMarketplace({ replicasOf: marketplace, only: ['gateway'] });
    // Whatever became of the session that the shop was opened in.
    const seller = await signIn(shop.api, { email: sellerOf(shop.storeSlug), password: PASSWORD });
    shop = { ...shop, seller };
  }, BOOT_DEADLINE_MS);
  afterAll(() => secondGateway?.stop(), BOOT_DEADLINE_MS);

  describe.each([
    { when: 'between storing the order and the charge', hold: 'before' },
    { when: 'between the charge and its recording', hold: 'after' },
  ] as const)('orders-payments killed $when', ({ hold }) => {
    itRecovers(hold);
  });
  itRespondsAgain();
  itAppliesNotifications();
  describeRemovedProducts(() => ({ marketplace, shop }));
}

function itRecovers(when: 'before' | 'after'): void {
  it(
    'gives the same order with one charge to a client that retries with the same key, at another gateway',
    async () => {
      const key = { idempotencyKey: randomUUID() };

      await checkOutAndKill(when, key);
      const placed = await eventually(() => checkOut(shop.customer.at(secondGateway.gatewayUrl), [shop.line], key), {
        deadlineMs: RECOVERY_DEADLINE_MS,
      });

      expect(await chargesOf(placed.id)).toBe(1);
      expect(await ordersWith(placed.id)).toBe(1);
      await payOnHostedPage(placed.initPoint, 'pix');
      expect(await paidOrder(shop.customer, placed.id)).toMatchObject({ paymentStatus: 'approved' });
    },
    BOOT_DEADLINE_MS,
  );

  it(
    'recovers when the client never retries',
    async () => {
      const { total: before } = await shop.customer.client.listOwnOrders();

      await checkOutAndKill(when, {});
      const order = await eventually(
        async () => {
          const { orders, total } = await shop.customer.client.listOwnOrders();
          return total === before + 1 && orders[0]!.initPoint !== null && orders[0];
        },
        { deadlineMs: RECOVERY_DEADLINE_MS },
      );

      expect(await chargesOf(order!.id)).toBe(1);
      await payOnHostedPage(order!.initPoint, 'pix');
      expect(await paidOrder(shop.customer, order!.id)).toMatchObject({ paymentStatus: 'approved' });
    },
    BOOT_DEADLINE_MS,
  );
}

function itRespondsAgain(): void {
  it(
    'gives the stored response of a service that was killed between the effect and its response, at another gateway',
    async () => {
      await using catalog = await withholdResponses(marketplace.address('catalog'));
      const environment = { gateway: { CATALOG_ADDRESS: catalog.address } };
      await using entry = await startMarketplace({ replicasOf: marketplace, only: ['gateway'], environment });
      const create = (gatewayUrl: string) =>
        shop.admin
          .at(gatewayUrl)
          .client.exchange('createProductType', { body: NEW_TYPE }, { idempotencyKey: 'a-type-whose-answer-was-lost' });
      const created = async () => {
        const { rows } = await marketplace
          .service('catalog')
          .database.query<{ id: string }>('select id from product_type where slug = $1', [NEW_TYPE.slug]);
        return rows;
      };
      await shop.admin.at(entry.gatewayUrl).client.listProductTypes();

      catalog.withhold();
      const lost = create(entry.gatewayUrl);
      const [stored] = await eventually(async () => {
        const rows = await created();
        return rows.length > 0 && rows;
      });
      await marketplace.processes.catalog.kill('SIGKILL');
      expect((await lost).status).toBe(503);
      await marketplace.processes.catalog.restart();
      const again = await create(secondGateway.gatewayUrl);

      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
      expect([again.response?.id, await created()]).toEqual([stored!.id, [stored]]);
    },
    BOOT_DEADLINE_MS,
  );
}

function itAppliesNotifications(): void {
  it(
    'applies a notification that came in while orders-payments was down',
    async () => {
      const placed = await checkOut(shop.customer, [shop.line]);
      await marketplace.processes['orders-payments'].kill('SIGKILL');
      await payOnHostedPage(placed.initPoint, 'pix');
      await marketplace.processes['orders-payments'].restart();

      expect(await paidOrder(shop.customer, placed.id)).toMatchObject({ paymentStatus: 'approved' });
    },
    BOOT_DEADLINE_MS,
  );
}

/** The provider suspends the charge just before or just after it takes effect, which is when the process is killed. */
async function checkOutAndKill(hold: 'before' | 'after', options: CallOptions): Promise<void> {
  const script = await control('POST', '/scripts', { method: 'POST', path: CHARGES, hold });
  const response = checkOut(shop.customer, [shop.line], options).then(
    () => 'answered',
    () => 'failed',
  );
  await eventually(async () => (await control('GET', `/scripts/${script.id}`)).state === 'holding');

  await marketplace.processes['orders-payments'].kill('SIGKILL');
  expect(await response).toBe('failed');
  await control('POST', `/scripts/${script.id}/release`, {});
  await marketplace.processes['orders-payments'].restart();
}

const chargesOf = async (orderId: string): Promise<number> =>
  (await control('GET', `/charges?referencePrefix=${orderId}:`)).count;

const ordersWith = async (orderId: string): Promise<number> =>
  (await shop.customer.client.listOwnOrders({ limit: 100 })).orders.filter(({ id }) => id === orderId).length;

async function control(method: string, path: string, body?: object): Promise<Json> {
  const response = await fetch(`${marketplace.sandboxUrl}/_control${path}`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
