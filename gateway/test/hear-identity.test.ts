import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SellerProfileChanged, UserChanged } from '@estampa/contracts/identity/v1/events';
import { createKafka } from '@estampa/kit/kafka';
import { createLog } from '@estampa/kit/log';
import { createTopics, deleteTopics } from '@estampa/stack/infrastructure/topics';
import { eventually } from '@estampa/testing/eventually';
import { currentTestRun } from '@estampa/testing/test-run';
import { TopicProbe } from '@estampa/testing/topic-probe';
import { hearIdentity } from '../src/hear-identity.ts';
import { type Person, startEdge, type TestEdge } from './edge.ts';

const ME = { method: 'get', path: '/auth/me' } as const;
const LIVELY_DEADLINE_MS = 30_000;
const log = createLog('gateway', 'silent');
const topicPrefix = `t${randomBytes(4).toString('hex')}_`;

let brokers: string;
let topics: TopicProbe;
beforeAll(async () => {
  brokers = currentTestRun().infrastructure.kafka.brokers;
  await createTopics(brokers, ['identity.v1'], { prefix: topicPrefix, partitions: 1 });
  topics = new TopicProbe(brokers, topicPrefix);
});
afterAll(async () => {
  await topics[Symbol.asyncDispose]();
  await deleteTopics(brokers, ['identity.v1'], topicPrefix);
});

const hear = (edge: TestEdge, address: string) =>
  hearIdentity({
    kafka: createKafka('gateway', { KAFKA_BROKERS: [address], KAFKA_TOPIC_PREFIX: topicPrefix, KAFKA_TLS: false }, log),
    topicPrefix,
    callers: edge.callers,
    log,
  });

/** Two requests in a row that cost one question: somebody is kept. */
async function keepsCallers(edge: TestEdge): Promise<boolean> {
  const person = edge.person('customer');
  await edge.send(ME, { as: person });
  const asked = edge.services.asked.filter(({ method }) => method === 'auth.getCaller').length;
  await edge.send(ME, { as: person });
  return edge.services.asked.filter(({ method }) => method === 'auth.getCaller').length === asked;
}

const userChanged = ({ userId }: Person) => ({
  key: `user:${userId}`,
  value: UserChanged.toJSON(UserChanged.fromPartial({ userId, status: 'suspended' })),
});
const profileChanged = ({ userId }: Person) => ({
  key: `seller_profile:${randomUUID()}`,
  value: SellerProfileChanged.toJSON(SellerProfileChanged.fromPartial({ profile: { id: randomUUID(), userId } })),
});

it.each([
  ['a user', userChanged],
  ['a seller profile', profileChanged],
])('drops a caller when identity says that %s changed', async (_name, event) => {
  await using edge = await startEdge({ hears: false });
  await using resources = new AsyncDisposableStack();
  resources.use(hear(edge, brokers));
  await eventually(() => keepsCallers(edge), { deadlineMs: LIVELY_DEADLINE_MS });
  const person = edge.person('customer');
  await edge.send(ME, { as: person });
  edge.change(person, { sessionActive: false });
  const kept = await edge.send(ME, { as: person });

  await topics.publish('identity.v1', { type: 'changed', ...event(person) });
  await eventually(async () => expect((await edge.send(ME, { as: person })).status).toBe(401));

  expect(kept.status).toBe(200);
});

it('serves while Kafka is down, keeping nobody, and hears it once it is there', async () => {
  await using edge = await startEdge({ hears: false });
  const door = await closedDoor();
  await using resources = new AsyncDisposableStack();
  resources.use(hear(edge, `127.0.0.1:${door.port}`));

  expect([(await edge.send(ME, { as: edge.person('customer') })).status, await keepsCallers(edge)]).toEqual([
    200,
    false,
  ]);

  resources.use(await door.open(brokers.split(',')[0]!));
  await eventually(() => keepsCallers(edge), { deadlineMs: LIVELY_DEADLINE_MS });
});

/** A port where nobody listens until it is opened; then it leads to the address. */
async function closedDoor() {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  await new Promise((closed) => first.close(closed));
  return {
    port,
    async open(address: string): Promise<AsyncDisposable> {
      const [host, to] = address.split(':');
      const door = createServer((socket) => {
        const onward = connect(Number(to), host);
        for (const one of [socket, onward]) one.on('error', () => [socket, onward].forEach((end) => end.destroy()));
        socket.pipe(onward).pipe(socket);
      });
      door.listen(port, '127.0.0.1');
      await once(door, 'listening');
      return { [Symbol.asyncDispose]: async () => void door.close() };
    },
  };
}
