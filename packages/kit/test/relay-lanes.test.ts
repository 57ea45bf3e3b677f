import { newId } from '@estampa/kernel/ids';
import { eventually } from '@estampa/testing/eventually';
import { currentTestRun } from '@estampa/testing/test-run';
import { expect, it } from 'vitest';
import { keysOf } from '../src/events/relay-lanes.ts';
import { type Bench, openBench } from './event-bench.ts';
import { pausingKafka } from './pausing-kafka.ts';

const RELAY_LOCK = 7_301_002;
const FAIL_OVER = { deadlineMs: 40_000 };

it('keys keep their order when lanes change under a holder that was taken for dead, and when a holder crashes', async () => {
  await using bench = await openBench({ partitions: 2 });
  await using line = await pausingKafka(currentTestRun().infrastructure.kafka.brokers);
  // Both go to a lane of another name when two lanes become three.
  const keys = [await keyIn(bench, [0, 2], [1, 3]), await keyIn(bench, [1, 2], [2, 3])];
  const publish = (version: number, note = '') =>
    bench.appendEvent(
      'orders.v1',
      ...keys.map((key, index) => ({ key, message: { version, note: `${note} ${index}` } })),
    );
  const expectVersions = (...versions: number[]) =>
    eventually(async () => {
      const events = await bench.topics.events('orders.v1');
      for (const of of keys) {
        const found = events.filter(({ key }) => key === of).map(({ value }) => value.version);
        expect(found).toEqual(versions);
      }
      expect(await bench.query('select from outbox where sent_at is null')).toEqual([]);
    }, FAIL_OVER);

  await bench.relay(line.kafka, { lanes: 2 });
  await publish(1);
  await expectVersions(1);
  line.pause();
  await publish(2, 'held');
  await eventually(
    () => expect([0, 1].map((index) => line.hasStored(`held ${index}`))).toEqual([true, true]),
    FAIL_OVER,
  );
  await endSessions(bench, 'true');
  await bench.relay(bench.kafka, { lanes: 3 });
  await publish(3);
  await expectVersions(1, 2, 3);

  line.release();
  // What comes after the rejected sends over the same line has passed them.
  const after = await line.kafka.admin();
  await after[Symbol.asyncDispose]();
  await publish(4);
  await expectVersions(1, 2, 3, 4);

  await bench.relay(bench.kafka, { lanes: 3 });
  await endSessions(
    bench,
    `pid in (select pid from pg_locks where locktype = 'advisory' and classid = ${RELAY_LOCK} and objid = 1)`,
  );
  await publish(5);
  await expectVersions(1, 2, 3, 4, 5);
});

/** A key that is in this lane of so many, and in that one of so many others. */
async function keyIn(bench: Bench, ...lanes: [index: number, of: number][]): Promise<string> {
  const candidates = Array.from({ length: 300 }, () => `order:${newId()}`);
  const conditions = lanes.map(([index, of]) => keysOf({ index, of })).join(' ');
  const [found] = await bench.query<{ key: string }>(
    `select key from unnest(?::text[]) as key where true ${conditions} limit 1`,
    [`{${candidates.join(',')}}`],
  );
  return found!.key;
}

/** As when their processes crash. */
const endSessions = (bench: Bench, which: string) =>
  bench.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'outbox-relay' and datname = current_database() and ${which}`);
