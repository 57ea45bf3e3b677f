import { DomainError } from '@estampa/kernel/errors';
import type { ServiceName } from '@estampa/kernel/topics';
import type { Log } from '@estampa/kit/telemetry/log';
import { Random } from '@estampa/stack/random';
import { Scheduler } from '../environment/scheduler.ts';
import type { Digest } from '../environment/digest.ts';
import { SimProcess } from '../environment/sim-process.ts';
import { Broker } from '../kafka/broker.ts';
import { Links } from '../postgres/links.ts';
import { ChargeBook } from '../provider/charge-book.ts';
import { AGGREGATOR } from '../provider/label-aggregator.ts';
import { LabelBook } from '../provider/label-book.ts';
import type { Conditions } from './conditions.ts';
import { Records } from './records.ts';
import { Replica, type Request, type Responded, type Service } from './replica.ts';

/** Those that take part in a history. */
export type Services = Partial<Record<ServiceName, Pick<Service<object>, 'name' | 'database'>>>;
export type Options = {
  random: Random;
  conditions: Conditions;
  digest: Digest;
  log: Log;
  beginning: number;
  /** Where fulfillment-shipping draws from; null: a workshop that publishes its events stands in. */
  fulfillment: Random | null;
  /** Their outside is this world; what they draw from comes from these two. */
  services: (world: World, random: Random, fulfillment: Random) => Services;
};

const SKEW_MS = 1_500;
const LATENCY_MS = 15;
const LOST_SHARE = 0.04;
/** Whoever calls waits a little longer than the service may take. */
const CALL_WITHIN_MS = 5_500;
const PROVIDER = 'asaas';

/** Nobody knows whether a call was done. */
export class CallLost extends Error {}

/** All that one history consists of: processes, what they share, and the network between them. */
export class World {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly links: Links;
  readonly broker: Broker;
  readonly book: ChargeBook;
  readonly labels: LabelBook;
  readonly hasFulfillment: boolean;
  readonly conditions: Conditions;
  readonly records: Records;
  readonly #log: Log;
  readonly #services: Services;
  readonly #replicas: { service: ServiceName; replica: Replica<never> }[] = [];
  #started = 0;
  hasFaults = true;
  /** Processes that have ended and will come back. */
  away = 0;
  /** What must never happen, and did. */
  readonly failures: string[] = [];

  constructor({ random, conditions, digest, log, beginning, fulfillment, services }: Options) {
    this.scheduler = new Scheduler(beginning, digest);
    this.random = random;
    this.#log = log;
    this.conditions = conditions;
    this.records = new Records(this.scheduler);
    this.links = new Links(random.fork(), conditions.database);
    this.broker = new Broker(this.scheduler, random.fork(), conditions.events);
    this.book = new ChargeBook(this.scheduler, random.fork(), this, (webhook) =>
      this.call('orders-payments', {
        method: 'receivePaymentNotice',
        message: { provider: PROVIDER, headers: {}, query: '', rawBody: Buffer.from(JSON.stringify(webhook)) },
        caller: null,
        idempotency: null,
      }),
    );
    const ofLabels = fulfillment ?? new Random(0);
    this.hasFulfillment = fulfillment !== null;
    this.labels = new LabelBook(this.scheduler, ofLabels.fork(), this, (labelId) =>
      this.call('fulfillment-shipping', {
        method: 'receiveShippingNotice',
        message: { provider: AGGREGATOR, headers: {}, rawBody: Buffer.from(labelId) },
        caller: null,
        idempotency: null,
      }),
    );
    this.#services = services(this, random, ofLabels);
    this.scheduler.settlers.push(() => this.links.settle());
  }

  /** Starts one more process of a service. */
  async start(name: ServiceName): Promise<void> {
    this.#started += 1;
    const skewMs = this.random.chance(0.5) ? this.random.between(-SKEW_MS, SKEW_MS) : 0;
    const own = { scheduler: this.scheduler, random: this.random.fork(), skewMs };
    const process = new SimProcess(`${name} ${this.#started}`, own);
    const service = this.#services[name] as Service<never>;
    const replica = process.run(() => new Replica<never>(service, process, this.#log));
    this.#replicas.push({ service: name, replica });
    this.links.starting.add(process);
    const start = { isOver: false };
    const started = process.run(() => replica.start(this.broker, this.links)).finally(() => (start.isOver = true));
    // It may end while it starts; what ended it starts another one.
    while (!start.isOver && process.isAlive) {
      await this.scheduler.runUntil(this.scheduler.now, () => start.isOver);
      await this.scheduler.rest();
    }
    this.links.starting.delete(process);
    if (process.isAlive) await started;
  }

  replicasOf = (name: ServiceName): Replica<never>[] =>
    this.#replicas.flatMap(({ service, replica }) => (service === name && replica.isReady ? replica : []));

  processes = (): SimProcess[] =>
    this.#replicas.flatMap(({ replica }) => (replica.process.isAlive ? replica.process : []));

  nameOf = (process: SimProcess): ServiceName =>
    this.#replicas.find(({ replica }) => replica.process === process)!.service;

  /** A call over the network, to any process of a service. Throws the service's rejection, or `CallLost`. */
  async call(name: ServiceName, request: Request): Promise<unknown> {
    return (await this.callForEvents(name, request)).response;
  }

  /** The same, with the events that it caused. */
  callForEvents(name: ServiceName, request: Request): Promise<Responded> {
    const replica = this.random.oneOf(this.replicasOf(name));
    const isLost = () => this.hasFaults && this.random.chance(LOST_SHARE);
    const after = (label: string, run: () => void, ms = this.random.between(0.5, LATENCY_MS)) =>
      this.scheduler.schedule(ms, null, `${request.method} ${label}`, run);
    return new Promise((resolve, reject) => {
      const lose = () => reject(new CallLost(`${request.method} got no response`));
      after('is given up', lose, CALL_WITHIN_MS);
      if (!replica || isLost()) return after('does not arrive', lose);
      const receive = () => {
        if (!replica.isReady) return after('finds nobody', lose);
        replica.process.onEnd(() => after('is cut off', lose));
        const respond = (settle: () => void) => after('response arrives', isLost() ? lose : settle);
        replica.process
          .run(() => replica.respond(request))
          .then(
            (response) => respond(() => resolve(response)),
            (error: unknown) => respond(() => reject(error)),
          );
      };
      // Whatever comes to a process that stands still waits for it.
      after(
        'arrives',
        () => void this.scheduler.schedule(0, replica.process, `${request.method} is received`, receive),
      );
    });
  }

  /** For a process of a service: what comes back finds nobody when it has ended. */
  callFor = (process: SimProcess, name: ServiceName, request: Request): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const receive = (settle: () => void) => this.scheduler.schedule(0, process, `${process.name} response`, settle);
      const lost = () => new DomainError('unavailable', 'unavailable', `${request.method} got no response`);
      this.call(name, request).then(
        (response) => receive(() => resolve(response)),
        (error: unknown) => receive(() => reject(error instanceof CallLost ? lost() : error)),
      );
    });

  pause = (ms: number): Promise<void> =>
    new Promise((resolve) => this.scheduler.schedule(ms, null, 'somebody waits', resolve));

  /** From here on everything works; what is under way may still be late. */
  heal(): void {
    for (const part of [this, this.links, this.broker, this.book, this.labels]) part.hasFaults = false;
  }

  /** Ends all processes, and waits until their sessions are free. */
  async end(): Promise<void> {
    this.scheduler.onStep = () => {};
    for (const process of this.processes()) process.kill();
    await this.scheduler.runUntil(this.scheduler.now + 60_000, () => this.links.areFree());
  }
}
