import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOPICS } from '@estampa/kernel/topics';
import { environmentOf, runOnce } from '@estampa/stack/processes/node-process';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { startTraceReceiver, type TraceReceiver } from '../src/trace-receiver.ts';
import { describeCheckoutTrace } from './checkout-trace.ts';
import { describeCrashRecovery, RECOVERING } from './crash-recovery.ts';
import { describeExposedMetrics } from './exposed-metrics.ts';
import { describeOneOrder } from './one-order.ts';
import { describeAgreedFees } from './agreed-fees.ts';
import { describeOrderMoney, describeSoldOrders } from './order-money.ts';
import { describePeoplePages } from './people-pages.ts';
import { describePublicStore, PUBLIC_STORE_SLUG } from './public-store.ts';
import { describeReadYourWrites } from './read-your-writes.ts';
import { customerOf, openShop, type Shop, STORE_SLUG } from './shop.ts';
import { describeSoldGoods } from './sold-goods.ts';

const BOOT_DEADLINE_MS = 120_000;
const BUYERS_WORDS = [customerOf(STORE_SLUG), 'Test Customer', '11987654321', 'Avenida', '01310', '52998224725'];

let marketplace: TestMarketplace;
let shop: Shop;
let receiver: TraceReceiver;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '100' };
  marketplace = await startMarketplace({ environment: { all: traces, 'orders-payments': RECOVERING } });
}, BOOT_DEADLINE_MS);

afterAll(async () => {
  await marketplace?.stop();
  await receiver?.[Symbol.asyncDispose]();
}, BOOT_DEADLINE_MS);

describe('the only store', () => {
  let first: Shop;
  beforeAll(async () => {
    first = await openShop(marketplace.gatewayUrl, PUBLIC_STORE_SLUG);
  }, BOOT_DEADLINE_MS);
  describePublicStore(() => first);
});

describe('the main job', () => {
  beforeAll(async () => {
    shop = await openShop(marketplace.gatewayUrl);
  }, BOOT_DEADLINE_MS);
  describeSoldGoods(() => shop);
  describeOneOrder(() => ({ marketplace, shop, buyersWords: BUYERS_WORDS }));
});

describeCheckoutTrace(() => ({ receiver, buyersWords: BUYERS_WORDS }));

it('the artists’ earnings add up, by the replicated orders and items', async () => {
  const { surroundings: ours } = marketplace;
  const check = runOnce('services/payouts/src/check-ledger.ts', environmentOf('payouts', ours), [], ours);

  expect(await once(check, 'exit')).toEqual([0, null]);
});

describe('the money of orders', () => {
  const ground = () => ({ ...shop, sandboxUrl: marketplace.sandboxUrl });
  describeOrderMoney(ground);
  describeSoldOrders(ground);
  describeAgreedFees(ground);
});

describe('the events of all this', () => {
  it.each(TOPICS)('name images by their keys on %s', async (topic) => {
    const reported = JSON.stringify(await marketplace.topics.events(topic));

    expect(reported).not.toMatch(/https?:[^"]*(public\/|webp|png|jpg|\/cdn)/);
    if (topic === 'media.v1') expect(reported).toMatch(/"previewKey":"public\/[^"]*"/);
  });
});

const ground = () => ({ marketplace, shop });
describeExposedMetrics(() => marketplace);
// Before the pages, on which an admin imports a type that a reader of the guide would take for the first.
describeReadYourWrites(ground);
describePeoplePages(() => {
  const { gatewayUrl, sandboxUrl, mailUrl } = marketplace;
  return { gatewayUrl, sandboxUrl, mailUrl, shop };
});

// Last: it kills processes.
describe('what a crash leaves', () => {
  describeCrashRecovery(ground);
});
