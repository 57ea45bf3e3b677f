import { randomUUID } from 'node:crypto';
import type { ServiceName, Topic } from '@estampa/kernel/topics';
import { type Call, newCall, runInCall, serviceCaller } from '@estampa/kit/call';
import { grpcClient } from '@estampa/kit/grpc-client';
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
  const client: Connect = (Class, call = {}) => {
    const connected = grpcClient<(typeof Class)['service']>(Class, address, serviceCaller('test'));
    clients.push(connected);
    return call.caller === undefined && call.idempotency === undefined ? connected : inCall(connected, call);
  };
  return {
    name,
    address,
    opsUrl: `http://127.0.0.1:${ports[name].opsPort}`,
    process: marketplace.processes[name],
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

/** Every call starts anew, as at the edge, so that calls of one test do not share what they recorded. */
function inCall<Client extends object>(client: Client, call: Partial<Call>): Client {
  return new Proxy(client, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function' || typeof property === 'symbol') return member;
      return (...input: unknown[]): unknown =>
        runInCall(newCall({ requestId: randomUUID(), ...call }), () => Reflect.apply(member, target, input));
    },
  });
}
