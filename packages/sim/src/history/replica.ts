import type { ServiceName } from '@estampa/kernel/topics';
import { DomainError } from '@estampa/kernel/errors';
import type { Consumer } from '@estampa/kit/events/consumers';
import {
  connectDb,
  databaseRejection,
  type Entity,
  type MigrationClass,
  type Orm,
} from '@estampa/kit/postgres/connect';
import { settledService } from '@estampa/kit/events/settled';
import {
  type Call,
  type Caller,
  type EventReference,
  type IdempotencyKey,
  newCall,
  runInCall,
} from '@estampa/kit/rpc/call';
import { UnavailableDependency } from '@estampa/kit/rpc/errors';
import { type Handler, respondTo } from '@estampa/kit/rpc/respond';
import type { Implementation } from '@estampa/kit/rpc/server';
import { startBackground } from '@estampa/kit/service/background';
import type { BaseContext } from '@estampa/kit/service/context';
import type { Job, WakeJobs } from '@estampa/kit/service/jobs';
import type { PruneRule } from '@estampa/kit/service/prune';
import { USUAL_RETENTION } from '@estampa/kit/service/retention';
import type { Log } from '@estampa/kit/telemetry/log';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SimProcess } from '../environment/sim-process.ts';
import type { Broker } from '../kafka/broker.ts';
import { kafkaClient } from '../kafka/kafka-client.ts';
import type { Database } from '../postgres/database.ts';
import type { Links } from '../postgres/links.ts';

/** What says a service from another, as its composition root names it. */
export type Service<D extends object> = {
  name: ServiceName;
  database: Database;
  entities: readonly Entity[];
  migrations: readonly MigrationClass[];
  dependencies: (process: SimProcess) => D;
  services: readonly Implementation<BaseContext & D>[];
  consumers: readonly Consumer<BaseContext & D>[];
  jobs: readonly Job<BaseContext & D>[];
  prune: readonly PruneRule[];
};

export type Request = { method: string; message: unknown; caller: Caller | null; idempotency: IdempotencyKey | null };
/** A response, and the events that the request has caused. */
export type Responded = { response: unknown; events: readonly EventReference[] };

const POOL_MAX = 6;
const CALL_DEADLINE_MS = 5_000;

/** One process of a service, from its start to its end. */
export class Replica<D extends object> {
  readonly process: SimProcess;
  readonly #service: Service<D>;
  readonly #log: Log;
  #orm: Orm | null = null;
  #wake: WakeJobs = () => {};
  #implementations: readonly Implementation<BaseContext & D>[] = [];
  readonly #context: (em: EntityManager, call: Call) => BaseContext & D;

  constructor(service: Service<D>, process: SimProcess, log: Log) {
    [this.#service, this.process, this.#log] = [service, process, log];
    const dependencies = service.dependencies(process);
    const now = () => new Date(process.now());
    this.#context = (em, call) => {
      const wake = (job: string) => void call.wakes.add(job);
      return { em, reads: em, call, caller: call.caller, now, log, wake, ...dependencies };
    };
  }

  /** Connects and begins its background work; the caller lets the scheduler run meanwhile. */
  async start(broker: Broker, links: Links): Promise<void> {
    const { name, database, entities, migrations, consumers, jobs, prune } = this.#service;
    const stream = links.opener(this.process, database);
    const address = { url: database.url, ssl: false as const, pooled: false, stream };
    const orm = await connectDb(address, entities, migrations, { migrates: false, poolMax: POOL_MAX });
    this.#orm = orm;
    const kafka = kafkaClient(broker, this.process);
    const { wake, watch } = await startBackground(new AsyncDisposableStack(), {
      service: name,
      orm,
      log: this.#log,
      kafka,
      topicPrefix: '',
      session: address,
      context: this.#context,
      consumers,
      jobs,
      prune,
      retention: USUAL_RETENTION,
    });
    this.#wake = wake;
    this.#implementations = [...this.#service.services, settledService<BaseContext & D>(watch, consumers)];
  }

  get isReady(): boolean {
    return this.process.isAlive && this.#orm !== null;
  }

  /** As the gRPC server runs a call; throws the rejection. */
  async respond({ method, message, caller, idempotency }: Request): Promise<Responded> {
    const [definition, handler] = this.#find(method);
    const now = this.process.now();
    const call = newCall({ requestId: `request ${now}`, caller, idempotency, deadline: now + CALL_DEADLINE_MS });
    const em = this.#orm!.em.fork();
    const context = this.#context(em, call);
    const request = definition.requestDeserialize(definition.requestSerialize(message));
    const serialize = (response: unknown) => definition.responseSerialize(response);
    try {
      const { outcome } = await runInCall(call, () => respondTo(handler, { em, call, context, request, serialize }));
      if ('rejection' in outcome) throw outcome.rejection;
      return { response: definition.responseDeserialize(outcome.response), events: call.events };
    } catch (error) {
      throw error instanceof DomainError ? error : (rejectionOf(error) ?? error);
    } finally {
      this.#wake(call);
    }
  }

  #find(method: string): [Method, Handler<BaseContext & D>] {
    for (const { definition, handlers } of this.#implementations) {
      const handler = handlers[method];
      if (handler && !('parts' in handler) && !('each' in handler))
        return [definition[method] as unknown as Method, handler];
    }
    throw new Error(`${this.#service.name} has no ${method}`);
  }
}

/** What the server makes of an error that is no rejection, where another try is the cure. */
const rejectionOf = (error: unknown): DomainError | null =>
  error instanceof UnavailableDependency
    ? new DomainError('unavailable', 'unavailable', error.message)
    : databaseRejection(error);

type Method = {
  requestSerialize: (message: unknown) => Buffer;
  requestDeserialize: (bytes: Buffer) => unknown;
  responseSerialize: (message: unknown) => Buffer;
  responseDeserialize: (bytes: Buffer) => unknown;
};
