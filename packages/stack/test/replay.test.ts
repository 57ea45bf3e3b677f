import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { newId } from '@estampa/kernel/ids';
import { eventually } from '@estampa/testing/eventually';
import { runReplay } from '@estampa/testing/replay-command';
import { startService, type ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DEAD_LETTER_MS = 40_000;
const TEST_MS = 120_000;

let payouts: ServiceUnderTest;
let databaseUrl: string;

beforeAll(async () => {
  payouts = await startService('payouts');
  databaseUrl = payouts.database.options.connectionString ?? '';
});

afterAll(() => payouts?.stop());

describe('what could not be applied', () => {
  it(
    'is applied by the service in its original order, once the cause is gone',
    async () => {
      const orderId = newId();
      await whileBroken(async () => {
        for (const version of [1, 2]) await isDeadLettered(await appendEvent(orderId, version));
      });
      expect(await replay('list')).toMatchObject({ code: 0, output: expect.stringContaining(`order:${orderId}`) });
      await eventually(async () => expect(await metrics()).toContain('dead_letters{topic="orders.v1"} 2'));

      expect(await replay('replay', '--kind', 'order')).toMatchObject({
        code: 0,
        output: expect.stringContaining('replayed 2 of 2'),
      });
      expect(await query('select order_version from sold_item where order_id = $1', [orderId])).toEqual([
        { order_version: 2 },
      ]);
      const ids = (await query('select event_id from dead_letter where key = $1', [`order:${orderId}`])).map(
        ({ event_id: id }) => ({ topic: 'orders.v1', kind: 'order', id: String(id) }),
      );
      await payouts.client(InboxServiceClient).settled({ events: ids });
      expect(await replay('list')).toMatchObject({ output: expect.stringContaining('No dead letters') });
      await eventually(async () => expect(await metrics()).toContain('dead_letters{topic="orders.v1"} 0'));
      expect(await metrics()).toContain('kafka_consumer_lag_events{topic="orders.v1"} 0');
    },
    TEST_MS,
  );

  it(
    'stays dead-lettered with its newest reason when it fails again, until it is discarded with a reason',
    async () => {
      const id = await payouts.publish('orders.v1', { type: 'order_placed', key: `order:${newId()}`, value: {} });
      await isDeadLettered(id);

      expect(await replay('replay', id)).toMatchObject({
        code: 1,
        output: expect.stringContaining('without an order'),
      });
      expect(await query('select attempts from dead_letter where event_id = $1', [id])).toEqual([{ attempts: 6 }]);
      expect(await replay('discard', id)).toMatchObject({ code: 1, output: expect.stringContaining('--reason') });
      expect(await replay('discard', id, '--reason', 'sent by hand, empty')).toMatchObject({ code: 0 });

      expect(await query('select discarded_by, discard_reason from dead_letter where event_id = $1', [id])).toEqual([
        { discarded_by: expect.stringContaining('@'), discard_reason: 'sent by hand, empty' },
      ]);
      expect(await replay('replay', id)).toMatchObject({
        code: 1,
        output: expect.stringContaining('No dead letter matches'),
      });
      expect(await replay('show', id)).toMatchObject({
        code: 0,
        output: expect.stringContaining('sent by hand, empty'),
      });
    },
    TEST_MS,
  );

  it('is never replayed by leaving something out', async () => {
    expect(await replay('replay')).toMatchObject({ code: 1, output: expect.stringContaining('npm run replay --') });
  });
});

/** Makes the table reject every row, like a bug that a later version fixes. */
async function whileBroken(run: () => Promise<void>): Promise<void> {
  await query('alter table sold_item add constraint broken check (false) not valid');
  await run();
  await query('alter table sold_item drop constraint broken');
}

function appendEvent(orderId: string, version: number): Promise<string> {
  const item = { id: orderId, title: 'Camiseta', quantity: 1, earnings: { artistEarningsCents: 100 } };
  const message = { order: { id: orderId, paymentStatus: 'pending', items: [item] }, version };
  const value = OrderChanged.toJSON(
    OrderChanged.fromPartial(message as Parameters<typeof OrderChanged.fromPartial>[0]),
  );
  return payouts.publish('orders.v1', { type: 'order_placed', key: `order:${orderId}`, value });
}

const isDeadLettered = (id: string) =>
  eventually(async () => expect(await query('select 1 from dead_letter where event_id = $1', [id])).toHaveLength(1), {
    deadlineMs: DEAD_LETTER_MS,
  });

const query = async (sql: string, values: unknown[] = []) =>
  (await payouts.database.query<Record<string, unknown>>(sql, values)).rows;

const metrics = async () => (await fetch(`${payouts.opsUrl}/metrics`)).text();

const replay = (...args: string[]) => runReplay(databaseUrl, args);
