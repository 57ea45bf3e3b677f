import { randomUUID } from 'node:crypto';
import { type Invoice, InvoiceServiceClient } from '@estampa/contracts/orders/v1/invoice';
import { LOWEST_ID } from '@estampa/kernel/ids';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb } from '@estampa/kit/postgres/connect';
import { createLog } from '@estampa/kit/telemetry/log';
import { eventually } from '@estampa/testing/eventually';
import { auditOf } from '@estampa/testing/audit';
import type { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FiscalIssuer } from '../src/adapters/fiscal-issuer.ts';
import { entities } from '../src/db/entities.ts';
import { invoices } from '../src/db/invoice-repository.ts';
import { migrations } from '../src/db/migrations.ts';
import { findUninvoiced } from '../src/usecases/invoices/find-uninvoiced.ts';
import { type CheckoutWorld, startCheckoutWorld } from './checkout-world.ts';
import { moneyIn } from './money-in.ts';

const ISSUE_SINCE = '2026-01-01T00:00:00-03:00';
const TOTAL = 17_480;
const INVOICES = '/asaas/v3/invoices';
const ADMIN = { userId: randomUUID(), roles: ['admin' as const], sellerProfileId: null, sessionId: null };

let world: CheckoutWorld;
let money: ReturnType<typeof moneyIn>;

beforeAll(async () => {
  world = await startCheckoutWorld({
    FISCAL_ISSUER: 'asaas',
    FISCAL_ISSUE_SINCE: ISSUE_SINCE,
    FISCAL_SERVICE: JSON.stringify({ code: '13.05', name: 'Composição gráfica', taxes: { iss: 2 } }),
  });
  money = moneyIn(world);
});
afterAll(() => world?.stop());

const admin = () => world.service.client(InvoiceServiceClient, { caller: ADMIN });
const asAdmin = () => world.as(ADMIN.userId, ['admin']);
const invoiceOf = async (orderId: string): Promise<Invoice> =>
  (await asAdmin().getOrder({ id: orderId })).order!.invoice!;
const atIssuer = async (orderId: string): Promise<{ id: string; status: string; value: number }[]> =>
  (await world.calls.call('GET', `/_control/invoices?referencePrefix=${orderId}`)).invoices;
const shownAtIssuer = async (orderId: string) =>
  (await atIssuer(orderId)).map(({ status, value }) => `${status} ${value}`);
/** Looks for orders without an invoice after all that was known of this one's is gone. */
async function findAgain(orderId: string): Promise<void> {
  for (const table of ['invoice', 'order_milestone'])
    await world.service.database.query(`delete from ${table} where order_id = $1`, [orderId]);
  const fiscal = { issuer: {} as FiscalIssuer, since: new Date(ISSUE_SINCE) };
  const context = { now: () => new Date(), fiscal, log: createLog('orders-payments', 'silent') };
  await inDatabase((em) => findUninvoiced({ ...context, em }, new AbortController().signal));
}
const refund = (orderId: string, amountCents?: number) => asAdmin().refundOrder({ orderId, amountCents, lines: [] });
/** Of the next request about this order; webhooks would hide what the sweep does. */
const script = (orderId: string, rule: object) =>
  world.sandbox.script({ method: 'POST', path: INVOICES, contains: orderId, ...rule });
/** As if it were some minutes later; what is just being advanced, which is leased for longer, is left alone. */
const minutesPass = (orderId: string) =>
  world.service.database.query(
    `update invoice set due_at = now(), requested_at = requested_at - interval '3 minutes'
     where order_id = $1 and due_at between now() and now() + interval '45 seconds'`,
    [orderId],
  );
const eventuallyShown = (orderId: string, shown: object) =>
  eventually(async () => {
    await minutesPass(orderId);
    expect(await invoiceOf(orderId)).toMatchObject(shown);
  });

async function anOrderWith(rule: object | null) {
  const order = await money.anOrder();
  if (rule) await script(order.id, rule);
  await world.sandbox.pay(order.chargeId);
  return order;
}

/** Past the service, in its database. */
async function inDatabase(run: (em: EntityManager) => Promise<void>): Promise<void> {
  const { connectionString } = world.service.database.options;
  const orm = await connectDb(withoutTls(connectionString!), entities, migrations);
  try {
    await run(orm.em.fork());
  } finally {
    await orm.close();
  }
}

describe('the invoice of a paid order', () => {
  it('is issued, shown to admins alone, and cancelled when all of it is refunded', async () => {
    const order = await anOrderWith(null);
    await eventuallyShown(order.id, { status: 'issued', valueCents: TOTAL, number: expect.any(String) });
    const { url, verificationCode } = await invoiceOf(order.id);
    expect([url, verificationCode]).toEqual([expect.stringContaining('.pdf'), expect.any(String)]);
    expect((await order.read()).invoice).toBeUndefined();

    await refund(order.id);
    await eventuallyShown(order.id, { status: 'cancelled' });
    expect(await shownAtIssuer(order.id)).toEqual([`CANCELED ${TOTAL / 100}`]);
  });

  it('is replaced by one of what is left when a part is refunded', async () => {
    const order = await anOrderWith(null);
    await eventuallyShown(order.id, { status: 'issued' });
    await refund(order.id, 480);

    await eventuallyShown(order.id, { status: 'issued', valueCents: TOTAL - 480 });
    expect((await shownAtIssuer(order.id)).toSorted()).toEqual(['AUTHORIZED 170', `CANCELED ${TOTAL / 100}`]);
  });

  it.each([
    ['its response is lost', { dropConnection: true, afterEffect: true }],
    ['its request is lost', { dropConnection: true }],
    ['the issuer fails', { fail: 503 }],
    ['the issuer takes no more requests for now', { fail: 429 }],
  ])('is issued once when %s', async (_case, rule) => {
    const order = await anOrderWith(rule);
    await eventuallyShown(order.id, { status: 'issued' });

    expect(await shownAtIssuer(order.id)).toEqual([`AUTHORIZED ${TOTAL / 100}`]);
  });

  it('that the city hall authorizes later is known by its webhook', async () => {
    const order = await anOrderWith({ invoice: 'pending' });
    await eventually(async () => expect(await invoiceOf(order.id)).toMatchObject({ status: 'scheduled' }));
    const { id } = (await atIssuer(order.id))[0]!;
    await world.calls.call('POST', `/_control/invoices/${id}/move`, { to: 'authorized' });

    await eventually(async () => expect(await invoiceOf(order.id)).toMatchObject({ status: 'issued' }));
  });

  it('that the city hall rejects is listed with the reason, and sent again by an admin', async () => {
    const order = await anOrderWith({ invoice: 'error' });
    await eventuallyShown(order.id, { status: 'rejected', rejection: expect.stringContaining('E0160') });
    const { invoices: rejected } = await admin().listInvoices({ status: 'rejected', page: { skip: 0, limit: 100 } });
    const listed = rejected.find(({ orderId }) => orderId === order.id)!;
    expect(listed).toMatchObject({ valueCents: TOTAL, rejection: expect.any(String) });

    await admin().retryInvoice({ id: listed.id });
    await eventuallyShown(order.id, { status: 'issued' });
    expect(await shownAtIssuer(order.id)).toEqual([`AUTHORIZED ${TOTAL / 100}`]);
    expect(await auditOf(world.service, `invoice:${listed.id}`)).toEqual([['invoice_retried', 'admin']]);
    await expect(admin().retryInvoice({ id: listed.id })).rejects.toMatchObject({ reason: 'wrong_state' });
  });

  it('that the issuer does not take says which field', async () => {
    const order = await anOrderWith({ fail: 400, code: 'invalid_taxes' });

    await eventuallyShown(order.id, { status: 'rejected', rejection: expect.stringContaining('invalid_taxes') });
  });

  it('whose cancellation is denied stays listed until a person has it tried again', async () => {
    const order = await anOrderWith(null);
    await eventuallyShown(order.id, { status: 'issued' });
    const { id } = (await atIssuer(order.id))[0]!;
    await world.sandbox.script({ method: 'POST', path: `${INVOICES}/${id}/cancel`, invoice: 'denied' });
    await refund(order.id);
    await eventuallyShown(order.id, { status: 'cancellation_denied', rejection: expect.stringContaining('E0840') });

    await admin().retryInvoice({ id: (await invoiceOf(order.id)).id });
    await eventuallyShown(order.id, { status: 'cancelled' });
  });

  it('that no milestone tells of is stored all the same, and issued once', async () => {
    // So nothing is at the issuer yet.
    const order = await anOrderWith({ fail: 503, times: 1_000 });
    await eventually(async () => expect(await invoiceOf(order.id)).toBeDefined());
    await findAgain(order.id);

    // What was under way for the deleted one has met it, too.
    await money.endScripts();
    await eventuallyShown(order.id, { status: 'issued', valueCents: TOTAL });
    expect(await shownAtIssuer(order.id)).toEqual([`AUTHORIZED ${TOTAL / 100}`]);
  });

  it('whose row was lost with a restored database is not issued twice', async () => {
    const order = await anOrderWith(null);
    await eventuallyShown(order.id, { status: 'issued' });

    await findAgain(order.id);

    await eventuallyShown(order.id, { status: 'issued', valueCents: TOTAL });
    expect(await shownAtIssuer(order.id)).toEqual([`AUTHORIZED ${TOTAL / 100}`]);
  });

  it('is looked for in each order once, to the microsecond in which it changed', async () => {
    const { id } = await money.anOrder();
    const { database } = world.service;
    await database.query(`update customer_order set updated_at = '2026-02-01T00:00:00.123456Z' where id = $1`, [id]);
    const since = new Date(ISSUE_SINCE);

    await inDatabase(async (em) => {
      const first = await invoices.findChanged(em, since, { at: '2026-02-01T00:00:00Z', id: LOWEST_ID });
      const own = first.find((one) => one.id === id)!;
      expect(own.isUninvoiced).toBe(false);
      const next = await invoices.findChanged(em, since, own);
      expect(next.map((one) => one.id)).not.toContain(id);
    });
  });

  it('is for admins alone', async () => {
    const buyer = world.service.client(InvoiceServiceClient, { caller: { ...ADMIN, roles: ['customer'] } });

    await expect(buyer.listInvoices({})).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(buyer.retryInvoice({ id: randomUUID() })).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
