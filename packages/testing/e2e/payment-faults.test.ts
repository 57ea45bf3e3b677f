import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api, Json } from '@estampa/stack/demo/api';
import { checkOut } from '@estampa/stack/demo/purchase';
import { eventually } from '../src/eventually.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { CHARGE_FAULTS } from './charge-faults.ts';
import type { Ending, Stage } from './fault-stage.ts';
import { asaasHands, type Hands, mercadoPagoHands, sandboxOf } from './provider-hands.ts';
import { REFUND_FAULTS } from './refund-faults.ts';
import { openShop, type Shop } from './shop.ts';

const BOOT_DEADLINE_MS = 180_000;
const FAULTS_DEADLINE_MS = 240_000;
const ENDING_DEADLINE_MS = 60_000;
const SETTLED_WITHIN_MS = 30_000;
const SOON = { PAYMENT_RECOVER_AFTER_MS: '500', PAYMENT_ATTEMPT_TIMEOUT_MS: '2000' };

let marketplace: TestMarketplace;
/** A gateway to the same marketplace whose new payments are made with the other provider. */
let secondGateway: TestMarketplace;
let shop: Shop;
let sandbox: ReturnType<typeof sandboxOf>;
let hands: Record<Hands['name'], Hands>;

beforeAll(async () => {
  marketplace = await startMarketplace({ environment: { 'orders-payments': SOON } });
  const sandboxUrl = marketplace.sandboxUrl;
  secondGateway = await startMarketplace({
    replicasOf: marketplace,
    only: ['orders-payments', 'gateway'],
    environment: {
      'orders-payments': {
        ...SOON,
        PAYMENT_PROVIDER: 'mercadopago',
        ASAAS_BASE_URL: `${sandboxUrl}/asaas/v3`,
        MERCADOPAGO_BASE_URL: `${sandboxUrl}/mercadopago`,
        CHECKOUT_RETURN_URL: `${marketplace.gatewayUrl}/sandbox/return`,
      },
    },
  });
  shop = await openShop(marketplace.gatewayUrl);
  sandbox = sandboxOf(sandboxUrl);
  hands = {
    asaas: asaasHands(sandbox, (person) => person),
    mercadopago: mercadoPagoHands(sandbox, (person) => person.at(secondGateway.gatewayUrl)),
  };
}, BOOT_DEADLINE_MS);

afterAll(async () => {
  await secondGateway?.stop();
  await marketplace?.stop();
}, BOOT_DEADLINE_MS);

/** All that is left of an order when everything about it has come to rest. */
async function endingOf(by: Hands, orderId: string) {
  const orders = marketplace.service('orders-payments').database;
  const payouts = marketplace.service('payouts').database;
  const order = await shop.admin.client.getOrder({ orderId });
  const payments = await orders.query('select status from payment where order_id = $1 order by attempt', [orderId]);
  const refunds = await orders.query(
    'select reason, amount_cents as cents, status from refund where order_id = $1 order by created_at, id',
    [orderId],
  );
  const items = await payouts.query(
    'select status, amount_cents::int as cents from payout_item where order_id = $1 order by created_at, id',
    [orderId],
  );
  return {
    order: order.paymentStatus,
    payments: payments.rows.map(({ status }) => status),
    refunds: refunds.rows.map(({ reason, cents, status }) => `${reason} ${cents} ${status}`),
    payoutItems: items.rows.map(({ status }) => status),
    earning: earningOf(items.rows),
    retainedCents: await by.retainedCents(orderId),
  };
}

/** The sale comes first; what is not reversed counts. */
function earningOf(entries: readonly { status: string; cents: number }[]): Ending['earning'] {
  const left = entries.filter(({ status }) => status !== 'reversed').reduce((sum, { cents }) => sum + cents, 0);
  if (left === 0) return 'none';
  return left === entries[0]!.cents ? 'whole' : 'part';
}

async function isAtRest(): Promise<boolean> {
  const { rows } = await marketplace.service('orders-payments').database.query(
    `select exists (select from payment_notice where applied_at is null)
       or exists (select from payment where due_at <= now()) as busy`,
  );
  return !rows[0].busy && (await sandbox.isQuiet());
}

const FAULTS = [...CHARGE_FAULTS, ...REFUND_FAULTS];

/** Faults run one after the other, since each disturbs the provider; their outcomes are checked at the end. */
describe.each(['asaas', 'mercadopago'] as const)('with %s', (name) => {
  const faults = FAULTS.filter(({ only }) => !only || only === name);
  const happened = new Map<string, Promise<Json>>();

  beforeAll(async () => {
    for (const { fault, happens } of faults) {
      const order = happens(stageOf(hands[name]));
      happened.set(fault, order);
      await order.catch(() => null);
      await sandbox.endScripts();
    }
    await eventually(isAtRest, { deadlineMs: SETTLED_WITHIN_MS }).catch(() => null);
  }, FAULTS_DEADLINE_MS);

  it.each(faults)(
    '$fault: the money is where it belongs',
    async ({ fault, ending }) => {
      const { id } = await happened.get(fault);

      await eventually(async () => expect(await endingOf(hands[name], id)).toEqual(ending), {
        deadlineMs: SETTLED_WITHIN_MS,
      });
    },
    ENDING_DEADLINE_MS,
  );

  it('has matched all that moved with the ledger', async () => {
    const { database } = marketplace.service('orders-payments');
    const orders: string[] = (await Promise.all(happened.values())).map(({ id }) => id);
    await eventually(async () => {
      await database.query('update unmatched_movement set due_at = now()');
      const { rows } = await database.query(
        `select m.order_id as order, m.kind, m.amount_cents as cents
         from provider_movement m join unmatched_movement u on u.movement_id = m.id where m.order_id = any($1::uuid[])`,
        [orders],
      );
      expect(rows).toEqual([]);
    });
    const { rows } = await database.query(
      `select distinct kind, matched_by from provider_movement join movement_match on movement_id = id
       where order_id = any($1::uuid[]) order by 1, 2`,
      [orders],
    );
    const matched = rows.map(({ kind, matched_by: by }) => `${kind} ${by}`);
    expect(matched).toEqual(
      expect.arrayContaining(['charge posting', 'charge return', 'refund posting', 'refund return']),
    );
  });

  it('is at rest then', () => eventually(async () => expect(await isAtRest()).toBe(true)));
});

const stageOf = (by: Hands): Stage => ({
  by,
  sandbox,
  admin: by.api(shop.admin),
  buyer: by.api(shop.customer),
  place: () => placed(by),
  statusOf: async (orderId) => (await shop.admin.client.getOrder({ orderId })).paymentStatus,
  async requestAgain(orderId) {
    const { database } = marketplace.service('orders-payments');
    await database.query('update payment set due_at = now() where order_id = $1', [orderId]);
  },
  async reconcileNews() {
    const { database } = marketplace.service('orders-payments');
    await database.query(
      `update reconciliation set due_at = now(), started_at = null, place = null where kind in ('news', 'returns')`,
    );
  },
});

/** An order whose checkout went well, or was continued after the provider failed it. */
async function placed(by: Hands): Promise<Json> {
  const buyer: Api = by.api(shop.customer);
  const order = await checkOut(buyer, [shop.line]).catch((error: { problem?: { orderId?: string } }) => {
    const { orderId } = error.problem ?? {};
    if (!orderId) throw error;
    return { id: orderId };
  });
  return eventually(async () => {
    const read = await buyer.client.getOrder({ orderId: order.id });
    expect(read.initPoint).not.toBeNull();
    return read;
  });
}
