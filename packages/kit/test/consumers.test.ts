import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { newId } from '@estampa/kernel/ids';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@estampa/testing/eventually';
import { startService, type ServiceUnderTest } from '@estampa/testing/start-service';

const PARKED_DEADLINE_MS = 30_000;

let payouts: ServiceUnderTest;

beforeAll(async () => {
  payouts = await startService('payouts');
});

afterAll(() => payouts?.stop());

it('parks a message that cannot be applied with its reason, and goes on with the next', async () => {
  const poisoned = await payouts.publish('orders.v1', { type: 'order_placed', key: `order:${newId()}`, value: {} });
  const healthy = await payouts.publish('orders.v1', anOrderWithoutItems());

  const [parked] = await eventually(
    async () => {
      const { rows } = await payouts.database.query('select * from dead_letter where event_id = $1', [poisoned]);
      return rows.length === 1 && rows;
    },
    { deadlineMs: PARKED_DEADLINE_MS },
  );

  expect(parked).toMatchObject({
    topic: 'orders.v1',
    attempts: 5,
    reason: expect.stringContaining('without an order'),
  });
  await eventually(async () => (await isApplied(healthy)) && (await isApplied(poisoned)));
});

function anOrderWithoutItems() {
  const id = newId();
  const message = OrderChanged.fromPartial({ order: { id, paymentStatus: 'pending' }, version: 1 });
  return { type: 'order_placed', key: `order:${id}`, value: OrderChanged.toJSON(message) };
}

async function isApplied(eventId: string): Promise<boolean> {
  const { rows } = await payouts.database.query('select 1 from inbox where event_id = $1', [eventId]);
  return rows.length === 1;
}
