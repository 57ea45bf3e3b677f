import { subscribe } from '../src/events/consumers.ts';
import { eventually } from '@estampa/testing/eventually';
import { startOwnInfrastructure } from '@estampa/testing/own-infrastructure';
import { expect, it } from 'vitest';
import { type Context, openBench } from './event-bench.ts';

const SLOW_MS = 60_000;

it(
  'Kafka learns only of what a standby has, also where commits do not wait for it',
  async () => {
    await using own = await startOwnInfrastructure('postgres');
    await using bench = await openBench({ postgresUrl: own.postgres.url });
    await bench.query('create table effect (number int)');
    const apply = ({ em }: Context, { number }: { number: number }) =>
      em.execute('insert into effect values (?)', [number]);
    const on = { order: subscribe({ fromJSON: (json) => json as { number: number } }, { apply }) };
    await bench.superuser(`alter system set synchronous_standby_names = 'away'`);
    await bench.superuser('select pg_reload_conf()');
    await bench.subscribe([{ topic: 'orders.v1', isRepublished: true, on }]);
    await using admin = await bench.kafka.admin();
    const committed = () => admin.committedBy(`${bench.topicPrefix}kit-test`, [`${bench.topicPrefix}orders.v1`]);

    await bench.publish('orders.v1', 'order:1', { number: 1 });
    await eventually(async () => expect(await bench.query('select number from effect')).toEqual([{ number: 1 }]));
    const waiting = `select from pg_stat_activity where wait_event = 'SyncRep' and datname = current_database()`;
    await eventually(async () => expect(await bench.query(waiting)).toHaveLength(1));
    expect(await committed()).toEqual([]);

    await bench.superuser('alter system reset synchronous_standby_names');
    await bench.superuser('select pg_reload_conf()');
    await eventually(async () => expect(await committed()).toMatchObject([{ offset: 1n }]));
  },
  SLOW_MS,
);
