import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import type { ServiceName, Topic } from '@estampa/kernel/topics';
import { type Call, newCall, runInCall, serviceCaller } from '@estampa/kit/rpc/call';
import { grpcClient } from '@estampa/kit/rpc/client';
import { isServiceError } from '@estampa/kit/rpc/errors';
import type { Marketplace } from '@estampa/stack/marketplace';
import type { MarketplaceProcess } from '@estampa/stack/processes/marketplace-process';
import pg from 'pg';
import type { NewEvent, TopicEvent, TopicProbe } from './topic-probe.ts';

/** One running service, seen from a test. */
export interface ServiceView {
  readonly name: ServiceName;
  /** host:port of its gRPC. */
  readonly address: string;
  /** Base of /healthz, /readyz and /metrics. */
  readonly opsUrl: string;
  /** The real process: kill, restart, log. */
  readonly process: MarketplaceProcess;
  /** For looking into its database; connects at the first query. */
  readonly database: pg.Pool;
  /** Its gRPC service as functions, in the name of a caller; of a service when none is given. */
  client: Connect;
  /** All events that stand in the topic now. */
  events(topic: Topic): Promise<TopicEvent[]>;
  /** Feeds it an event of another service; returns the event's id. */
  publish(topic: Topic, event: NewEvent): Promise<string>;
  close(): Promise<void>;
}

type Connect = <C extends Parameters<typeof grpcClient>[0]>(
  Class: C,
  call?: Partial<Call>,
) => ReturnType<typeof grpcClient<C['service']>>;

const CONNECTIONS_MAX = 3;

export function serviceView(marketplace: Marketplace, name: ServiceName, topics: TopicProbe): ServiceView {
  const { databaseUrls, ports } = marketplace.surroundings;
  const address = marketplace.address(name);
  const database = new pg.Pool({ connectionString: databaseUrls[name], max: CONNECTIONS_MAX });
  // A test may stop the server under an idle connection; the next query opens a new one.
  database.on('error', () => {});
  const clients: Disposable[] = [];
  let restartedAt = -Infinity;
  const isReconnecting = () => Date.now() - restartedAt < RECONNECTED_WITHIN_MS;
  const client: Connect = (Class, call = {}) => {
    const connected = grpcClient<(typeof Class)['service']>(Class, address, serviceCaller('test'));
    clients.push(connected);
    return inCall(connected, call, isReconnecting);
  };
  const running = marketplace.processes[name];
  const restart = async () => {
    await running.restart();
    restartedAt = Date.now();
  };
  return {
    name,
    address,
    opsUrl: `http://127.0.0.1:${ports[name].opsPort}`,
    process: withRestart(running, restart),
    database,
    client,
    events: (topic) => topics.events(topic),
    publish: (topic, event) => topics.publish(topic, event),
    async close() {
      for (const connected of clients) connected[Symbol.dispose]();
      await database.end();
    },
  };
}

/** A lost connection waits for half a second at most before it reconnects. */
const RECONNECTED_WITHIN_MS = 5_000;
const POLL_EVERY_MS = 50;

/** Every call starts anew, as at the edge, so that calls of one test do not share what they recorded. */
function inCall<Client extends object>(client: Client, call: Partial<Call>, isReconnecting: () => boolean): Client {
  const isOwn = call.caller !== undefined || call.idempotency !== undefined;
  return new Proxy(client, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function' || typeof property === 'symbol') return member;
      const begin = <T>(run: () => T): T =>
        isOwn ? runInCall(newCall({ requestId: randomUUID(), ...call }), run) : run();
      const request = (input: unknown[]): unknown => begin(() => Reflect.apply(member, target, input) as unknown);
      const response = async (requested: unknown, input: unknown[]): Promise<unknown> => {
        for (let attempt = requested; ; attempt = request(input)) {
          try {
            return await attempt;
          } catch (error) {
            if (!(wasNeverSent(error) && isReconnecting())) throw error;
            await pause(POLL_EVERY_MS);
          }
        }
      };
      return (...input: unknown[]): unknown => {
        const requested = request(input);
        if (isInParts(requested)) return partsIn(requested, begin);
        if (isExchange(requested)) return requested;
        const responded = response(requested, input);
        // A test may send several requests at once and check one rejection after the other.
        responded.catch(() => undefined);
        return responded;
      };
    },
  });
}

const isInParts = (requested: unknown): requested is AsyncIterable<unknown> =>
  typeof requested === 'object' && requested !== null && Symbol.asyncIterator in requested;

/** Requests and responses in turns, by one call. */
const isExchange = (requested: unknown): boolean =>
  typeof requested === 'object' && requested !== null && 'send' in requested;

/** The call begins with its first part. */
async function* partsIn(parts: AsyncIterable<unknown>, begin: <T>(run: () => T) => T): AsyncGenerator {
  const iterator = parts[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await begin(() => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

const wasNeverSent = (error: unknown): boolean =>
  isServiceError(error) && error.code === status.UNAVAILABLE && error.details.includes('No connection established');

const withRestart = (running: MarketplaceProcess, restart: () => Promise<void>): MarketplaceProcess =>
  new Proxy(running, {
    get(target, property) {
      if (property === 'restart') return restart;
      const member: unknown = Reflect.get(target, property, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
