import { expect } from 'vitest';
import { eventually } from '../src/eventually.ts';
import { becomes, type Fault, PAID, type Stage, TOTAL } from './fault-stage.ts';
import type { Json } from '@estampa/stack/demo/api';
import type { Hands } from './provider-hands.ts';

/** Places an order after a script about its creation, and pays it. */
const whenCreating =
  (rule: object): Fault['happens'] =>
  async (stage) => {
    await stage.sandbox.script({ method: 'POST', path: stage.by.paths.create, ...rule });
    const order = await stage.place();
    expect(await stage.by.charges(order.id)).toBe(1);
    await stage.by.pay(order);
    return order;
  };

/** Pays an order under a script for the webhooks about it. */
const whenTelling =
  (rule: object, afterwards: (stage: Stage, order: Json) => Promise<unknown> = async () => {}): Fault['happens'] =>
  async (stage) => {
    const order = await stage.place();
    await stage.sandbox.script({ account: stage.by.name, times: 2, ...rule });
    await stage.by.pay(order, 'boleto');
    await afterwards(stage, order);
    return order;
  };

async function strangersAreRejected({ sandbox, by }: Stage): Promise<void> {
  const rejectedThenTaken = [401, 200];
  await eventually(async () =>
    expect(await sandbox.latestResponses(by.name)).toEqual([rejectedThenTaken, rejectedThenTaken]),
  );
}

async function lateWebhooksCome({ sandbox }: Stage): Promise<void> {
  expect(await sandbox.deliverAll()).toBeGreaterThan(0);
}

/** What goes wrong on the way to a paid order. */
export const CHARGE_FAULTS: readonly Fault[] = [
  {
    fault: 'an answer lost after the charge was made',
    happens: whenCreating({ dropConnection: true, afterEffect: true }),
    ending: PAID,
  },
  { fault: 'silence after the charge was made', happens: whenCreating({ hold: 'after' }), ending: PAID },
  { fault: '500 twice before a charge', happens: whenCreating({ fail: 500, times: 2 }), ending: PAID },
  { fault: '429 before a charge', happens: whenCreating({ fail: 429 }), ending: PAID },
  {
    fault: '500 and 429 when the provider is queried for the outcome',
    async happens(stage) {
      const order = await stage.place();
      const failures = [500, 429].map((fail) => ({ method: 'GET', path: stage.by.paths.read, fail }));
      const scripts = [await stage.sandbox.script(failures[0]!), await stage.sandbox.script(failures[1]!)];
      await stage.by.pay(order);
      for (const { id } of scripts) await eventually(() => stage.sandbox.isUsed(id));
      return order;
    },
    ending: PAID,
  },
  { fault: 'webhooks that come twice', happens: whenTelling({ delivery: 'twice' }), ending: PAID },
  { fault: 'webhooks in the wrong order', happens: whenTelling({ delivery: 'reversed', times: 1 }), ending: PAID },
  {
    fault: 'a stranger who does not know the secret',
    happens: whenTelling({ delivery: 'forged' }, strangersAreRejected),
    ending: PAID,
  },
  {
    fault: 'webhooks that come late',
    happens: whenTelling({ delivery: 'never' }, lateWebhooksCome),
    ending: PAID,
  },
  {
    fault: 'webhooks that are lost',
    happens: whenTelling({ delivery: 'never' }, ({ requestAgain }, { id }) => requestAgain(id)),
    ending: PAID,
  },
  {
    fault: 'a card that is declined and another that is not',
    async happens(stage) {
      const order = await stage.place();
      await stage.by.pay(order, 'card', 'declined');
      await becomes(stage, order, 'rejected');
      await stage.by.pay(order, 'card');
      return order;
    },
    ending: PAID,
  },
  {
    fault: 'money for an order that was cancelled',
    async happens(stage) {
      const order = await stage.place();
      await stage.sandbox.script({ path: stage.by.paths.end, method: endsBy(stage.by), fail: 503, times: 20 });
      await stage.admin.client.cancelOrder({ orderId: order.id });
      await stage.by.pay(order);
      return order;
    },
    ending: {
      order: 'cancelled',
      payments: ['refunded'],
      refunds: [`late ${TOTAL} done`],
      payoutItems: [],
      earning: 'none',
      retainedCents: 0,
    },
  },
  {
    fault: 'two payments of one order',
    async happens(stage) {
      const order = await stage.place();
      const { id } = await stage.sandbox.script({
        path: stage.by.paths.end,
        method: endsBy(stage.by),
        fail: 503,
        times: 50,
      });
      const { initPoint } = await stage.buyer.client.payOrder({ orderId: order.id });
      await stage.by.pay({ initPoint });
      await becomes(stage, order, 'approved');
      await stage.by.pay(order);
      await eventually(async () => expect(await stage.by.retainedCents(order.id)).toBe(TOTAL));
      await stage.sandbox.call('POST', `/scripts/${id}/release`);
      return order;
    },
    ending: { ...PAID, payments: ['refunded', 'approved'], refunds: [`surplus ${TOTAL} done`] },
  },
  {
    fault: 'two payments at one address, which takes no third',
    only: 'mercadopago',
    async happens(stage) {
      const order = await stage.place();
      const { id } = await stage.sandbox.script({ path: stage.by.paths.end, method: 'PUT', fail: 503, times: 50 });
      await stage.by.pay(order);
      await becomes(stage, order, 'approved');
      await stage.by.pay(order);
      await eventually(async () => expect(await stage.by.retainedCents(order.id)).toBe(TOTAL));
      await stage.sandbox.call('POST', `/scripts/${id}/release`);
      await stage.requestAgain(order.id);
      const { preferences } = await eventually(async () => {
        const found = await stage.sandbox.call('GET', `/preferences?referencePrefix=${order.id}:`);
        expect(found.preferences).toMatchObject([{ expires: true }]);
        return found;
      });
      expect(await stage.by.pay({ initPoint: preferences[0].init_point })).toBe(409);
      return order;
    },
    ending: { ...PAID, payments: ['approved', 'refunded'], refunds: [`surplus ${TOTAL} done`] },
  },
  {
    fault: 'a payment that is a cent too small',
    async happens(stage) {
      const order = await stage.place();
      await stage.by.requestFor(order, TOTAL - 1);
      await stage.by.pay(order);
      await eventually(async () => expect(await stage.by.retainedCents(order.id)).toBe(0), { deadlineMs: 20_000 });
      return order;
    },
    ending: {
      order: 'pending',
      payments: ['refunded'],
      refunds: [`underpaid ${TOTAL - 1} done`],
      payoutItems: [],
      earning: 'none',
      retainedCents: 0,
    },
  },
  {
    fault: 'a payment with interest',
    async happens(stage) {
      const order = await stage.place();
      await stage.by.requestFor(order, TOTAL + 150);
      await stage.by.pay(order);
      return order;
    },
    ending: { ...PAID, payments: ['partially_refunded'], refunds: ['surplus 150 done'] },
  },
  {
    fault: 'a charge that is paid after its due date',
    only: 'asaas',
    async happens(stage) {
      const order = await stage.place();
      await fetch(`${order.initPoint}/expire`, { method: 'POST', redirect: 'manual' });
      await stage.by.pay(order, 'boleto');
      return order;
    },
    ending: PAID,
  },
  {
    fault: 'a Pix code that expires, and another that is paid',
    only: 'mercadopago',
    async happens(stage) {
      const order = await stage.place();
      const begun = new URLSearchParams({ method: 'pix' });
      await fetch(`${order.initPoint}/begin`, { method: 'POST', body: begun, redirect: 'manual' });
      const { payments } = await stage.sandbox.call('GET', `/payments?referencePrefix=${order.id}:`);
      await stage.sandbox.call('POST', `/payments/${payments[0].id}/move`, { to: 'expire' });
      await becomes(stage, order, 'rejected');
      await stage.by.pay(order);
      return order;
    },
    ending: PAID,
  },
];

const endsBy = ({ name }: Hands): string => (name === 'asaas' ? 'DELETE' : 'PUT');
