import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb } from '@estampa/kit/postgres/connect';
import { createDatabase, dropDatabase } from '@estampa/stack/infrastructure/databases';
import { currentTestRun } from '@estampa/testing/test-run';
import { migrations } from '../src/db/migrations.ts';

const PREFIX_BYTES = 4;

/** Names once written into databases; a later release that forgot one would run its migration again. */
const STORED = [
  'FirstTables',
  'TrackingSchedule',
  'ForgetBuyers',
  'IndexGivenUpLabels',
  'CancelLabels',
  'Invoices',
  'CarrierTokens',
  'AsynchronousLabels',
  'CountRefusals',
  'KeepHolds',
  'NeverGiveLabelsUp',
];

const { infrastructure, secrets } = currentTestRun();
const name = `t${randomBytes(PREFIX_BYTES).toString('hex')}_migrations`;
let url: string;

beforeAll(async () => {
  url = await createDatabase(infrastructure.postgres.url, { name, password: secrets.databasePassword });
});
afterAll(() => dropDatabase(infrastructure.postgres.url, name));

it('go on polling the parcels that are on their way, and forget buyers, when its tables are in use', async () => {
  const [order, onItsWay, delivered] = [randomUUID(), randomUUID(), randomUUID()];
  const old = await connectDb(withoutTls(url), [], migrations.slice(0, 1));
  const em = old.em.fork();
  for (const id of [order, onItsWay, delivered]) {
    await em.execute(
      `insert into sold_order (id, user_id, payment_status, recipient, version) values (?, 'somebody', 'approved', '{}', 1)`,
      [id],
    );
  }
  await em.execute(
    `insert into shipment (id, order_id, provider, status, checkout_requested_at, last_checked_at, created_at, version, attempts)
     values (?, ?, 'melhorenvio', 'in_transit', now(), '2026-01-01T12:00:00Z', now(), 1, 0),
       (?, ?, 'melhorenvio', 'delivered', now(), now(), now(), 1, 0)`,
    [onItsWay, onItsWay, delivered, delivered],
  );
  await old.close();

  const now = await connectDb(withoutTls(url), [], migrations);
  const read = now.em.fork();
  const names = await read.execute<{ name: string }[]>('select name from mikro_orm_migrations order by id');
  const due = await read.execute('select id from shipment where next_track_at = ?', ['2026-01-01T12:00:00Z']);
  const cached = await read.execute('select * from sold_order where id = ?', [order]);
  await now.close();

  expect(names.map(({ name: stored }) => stored).filter((stored) => STORED.includes(stored))).toEqual(STORED);
  expect(due).toEqual([{ id: onItsWay }]);
  const open = { is_disputed: false, is_refund_under_way: false };
  expect(cached).toEqual([{ id: order, payment_status: 'approved', version: 1, ...open }]);
});
