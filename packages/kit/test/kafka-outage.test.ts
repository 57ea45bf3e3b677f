import { newId } from '@estampa/kernel/ids';
import { subscribe } from '../src/events/consumers.ts';
import type { KafkaClient } from '../src/events/kafka/client.ts';
import { clientOf } from '../src/events/kafka/kafkajs-client.ts';
import { isWithoutCoordinator } from '../src/events/kafka/kafkajs-consumer.ts';
import { createLog } from '../src/telemetry/log.ts';
import { eventually } from '@estampa/testing/eventually';
import { startMarketplace } from '@estampa/testing/marketplace';
import { type OwnInfrastructure, startOwnInfrastructure } from '@estampa/testing/own-infrastructure';
import { currentTestRun } from '@estampa/testing/test-run';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AssignerProtocol, type Consumer, type ConsumerConfig, Kafka, logLevel, type PartitionAssigner } from 'kafkajs';
import { openBench } from './event-bench.ts';
import { clientOf as clientByName, createTopic, listen, record } from './kafka-drivers.ts';
import { pausingKafka } from './pausing-kafka.ts';

const BOOT_MS = 180_000;
const RECOVERY_MS = 60_000;

let own: OwnInfrastructure<'kafka'>;

beforeAll(async () => {
  own = await startOwnInfrastructure('kafka');
}, BOOT_MS);
afterAll(() => own?.stop());

/** Longer than its Kafka remembers a transactional name that is not used. */
const QUIET_MS = 22_000;
/** Less than that, and enough for the steps between two producers. */
const PRODUCER_AGE_MS = 6_000;

it(
  'lets nothing older follow after a quiet time either, in which Kafka would forget the name that fences',
  async () => {
    await using bench = await openBench({ brokers: own.kafka.brokers });
    await using line = await pausingKafka(own.kafka.brokers);
    const key = `order:${newId()}`;
    const appendEvent = (version: number, note = '') =>
      bench.appendEvent('orders.v1', { key, message: { version, note } });
    const versions = async () =>
      (await bench.topics.events('orders.v1')).filter((event) => event.key === key).map(({ value }) => value.version);
    await bench.relay(line.kafka, { producerAgeMs: PRODUCER_AGE_MS });
    await appendEvent(1);
    await eventually(async () => expect(await versions()).toEqual([1]), { deadlineMs: RECOVERY_MS });
    const quietUntil = Date.now() + QUIET_MS;
    await eventually(() => expect(Date.now()).toBeGreaterThan(quietUntil), { deadlineMs: RECOVERY_MS });

    // Blocked while one producer has its id and the next is not due.
    const before = line.producers();
    await eventually(() => expect(line.producers()).toBeGreaterThan(before), { deadlineMs: RECOVERY_MS });
    await appendEvent(2);
    await eventually(async () => expect(await versions()).toEqual([1, 2]));
    line.pause();
    await appendEvent(3, 'held in the middle of a send');
    await eventually(() => expect(line.hasStored('held in the middle of a send')).toBe(true), {
      deadlineMs: RECOVERY_MS,
    });
    await bench.relay();
    // The lock of the one that hangs ends with its session; here at once, so that Kafka has no time to forget it after all.
    await bench.superuser(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'outbox-relay'`,
      [bench.name],
    );
    await appendEvent(4);
    await eventually(async () => expect(await versions()).toEqual([1, 2, 3, 4]), { deadlineMs: RECOVERY_MS });
    line.release();
    const after = await line.kafka.admin();
    await after[Symbol.asyncDispose]();
    await appendEvent(5);
    await eventually(async () => expect((await versions()).at(-1)).toBe(5), { deadlineMs: RECOVERY_MS });

    expect(await versions()).toEqual([1, 2, 3, 4, 5]);
  },
  BOOT_MS,
);

it(
  'relay and consumers go on by themselves after Kafka was killed and came back',
  async () => {
    await using bench = await openBench({ brokers: own.kafka.brokers });
    const applied: number[] = [];
    const apply = async (_context: unknown, { number }: { number: number }) => void applied.push(number);
    await bench.subscribe([
      { topic: 'orders.v1', on: { order: subscribe({ fromJSON: (json) => json as never }, { apply }) } },
    ]);
    await bench.relay();
    const appendEvent = (number: number) =>
      bench.appendEvent('orders.v1', { key: `order:${newId()}`, message: { number } });

    await appendEvent(1);
    await eventually(() => expect(applied).toEqual([1]), { deadlineMs: RECOVERY_MS });
    await own.servers.kafka.kill('SIGKILL');
    await appendEvent(2);
    await own.servers.kafka.restart();
    await appendEvent(3);

    await eventually(() => expect(applied).toEqual([1, 2, 3]), { deadlineMs: RECOVERY_MS });
  },
  BOOT_MS,
);

it(
  'consumers go on after a leaving Kafka knew no coordinator for them',
  async () => {
    const { brokers } = currentTestRun().infrastructure.kafka;
    await using bench = await openBench();
    await using line = await pausingKafka(brokers);
    const ended: Error[] = [];
    const kafka = withConsumer(line.library, (consumer) => {
      consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => void (restart || ended.push(error)));
    });
    line.leave();
    const applied: number[] = [];
    const apply = async (_context: unknown, { number }: { number: number }) => void applied.push(number);
    await bench.subscribe(
      [{ topic: 'orders.v1', on: { order: subscribe({ fromJSON: (json) => json as never }, { apply }) } }],
      kafka,
    );
    // What kafkajs takes for the end.
    await eventually(() => expect(ended.some(isWithoutCoordinator)).toBe(true), { deadlineMs: RECOVERY_MS });
    line.come();
    await bench.publish('orders.v1', `order:${newId()}`, { number: 1 });

    await eventually(() => expect(applied).toEqual([1]), { deadlineMs: RECOVERY_MS });
  },
  BOOT_MS,
);

/** Inspects each consumer that is made. */
function withConsumer(kafka: Kafka, check: (consumer: Consumer) => void): KafkaClient {
  const watched = Object.assign(Object.create(kafka) as Kafka, {
    consumer: (config: ConsumerConfig) => {
      const consumer = kafka.consumer(config);
      check(consumer);
      return consumer;
    },
  });
  return clientOf(watched, createLog('kit-test', 'silent'));
}

it(
  'a service whose consumer can never work again says so and ends',
  async () => {
    const { brokers } = currentTestRun().infrastructure.kafka;
    await using marketplace = await startMarketplace({ only: ['payouts'] });
    const { payouts } = marketplace.processes;
    await payouts.stop();
    const { prefix } = marketplace.surroundings;
    // A member of its group uses another assignment protocol: Kafka lets no other in.
    const kafka = new Kafka({ clientId: 'stranger', brokers: brokers.split(','), logLevel: logLevel.NOTHING });
    const stranger = kafka.consumer({ groupId: `${prefix}payouts`, partitionAssigners: [strange] });
    await stranger.connect();
    await stranger.subscribe({ topic: `${prefix}orders.v1` });
    await stranger.run({ eachMessage: async () => {} });

    // It may be gone before it was ready.
    await payouts.restart().catch(() => undefined);
    await eventually(() => expect(() => process.kill(payouts.pid, 0)).toThrow('ESRCH'), { deadlineMs: RECOVERY_MS });
    expect(payouts.log()).toContain('the Kafka consumer crashed');
    await stranger.disconnect();
  },
  BOOT_MS,
);

const strange: PartitionAssigner = ({ cluster: _cluster }) => ({
  name: 'strange',
  version: 1,
  assign: async ({ members, topics }) =>
    members.map(({ memberId }) => ({
      memberId,
      memberAssignment: AssignerProtocol.MemberAssignment.encode({
        version: 1,
        assignment: Object.fromEntries(topics.map((topic) => [topic, [0]])),
        userData: Buffer.alloc(0),
      }),
    })),
  protocol: ({ topics }) => ({
    name: 'strange',
    metadata: AssignerProtocol.MemberMetadata.encode({ version: 1, topics, userData: Buffer.alloc(0) }),
  }),
});

it(
  'Kafka takes what was sent while it was frozen when it thaws, and no other broker waits for it',
  async () => {
    const { brokers } = currentTestRun().infrastructure.kafka;
    const name = `frozen-${newId()}`;
    const send = async (where: string) => {
      const client = await clientByName('kafkajs', where);
      await createTopic(name, client);
      const producer = await client.producer();
      return { producer, send: () => producer.send([record('key', 'frozen', { topic: name })]) };
    };
    const [toOwn, toShared] = [await send(own.kafka.brokers), await send(brokers)];

    own.servers.kafka.freeze();
    const sent = toOwn.send().then(() => 'own');
    const sentToOther = toShared.send().then(() => 'shared');
    expect(await Promise.race([sent, sentToOther])).toBe('shared');
    own.servers.kafka.thaw();

    expect(await sent).toBe('own');
    await using consumer = listen(await clientByName('kafkajs', own.kafka.brokers), { mark: '', topics: [name] });
    await eventually(() => expect(consumer.values()).toContain('frozen'), { deadlineMs: RECOVERY_MS });
    for (const { producer } of [toOwn, toShared]) await producer[Symbol.asyncDispose]();
  },
  BOOT_MS,
);

/** Longer than the test waits. */
const LONG_SESSION_MS = 180_000;

it(
  'a consumer reads on once Kafka is back, without waiting for the end of its former session',
  async () => {
    const client = await clientByName('kafkajs', own.kafka.brokers);
    const name = `outage-${newId()}`;
    await createTopic(name, client);
    await using producer = await client.producer();
    await using consumer = listen(client, { mark: '', topics: [name], sessionTimeoutMs: LONG_SESSION_MS });
    const send = (value: string) => producer.send([record('key', value, { topic: name })]);
    await send('before');
    await eventually(() => expect(consumer.values()).toContain('before'), { deadlineMs: RECOVERY_MS });

    await own.servers.kafka.kill('SIGKILL');
    await own.servers.kafka.restart();
    await using another = await client.producer();
    await another.send([record('key', 'after', { topic: name })]);

    await eventually(() => expect(consumer.values()).toContain('after'), { deadlineMs: RECOVERY_MS });
  },
  BOOT_MS,
);
