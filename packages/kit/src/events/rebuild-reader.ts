import type { EntityManager } from '@mikro-orm/postgresql';
import type { Orm } from '../postgres/connect.ts';
import { type Call, newCall, runInCall, serviceCaller } from '../rpc/call.ts';
import type { BaseContext } from '../service/context.ts';
import type { Log } from '../telemetry/log.ts';
import { locksOf, type Portion, portions } from './apply-events.ts';
import type { Event } from './event.ts';
import { kindOf } from './outbox.ts';
import { lockStates } from './state-locks.ts';
import type { Consumer } from './subscribe.ts';

const EVENTS_AT_ONCE = 200;

/** `collect`: source rows are only stored, to be derived all at once. `follow`: each event is applied as usual. */
export type RebuildPhase = 'collect' | 'follow';

/** How a service makes rows of events. */
export type ReadFromEvents<C> = {
  service: string;
  consumers: readonly Consumer<C>[];
  context: (base: BaseContext, phase: RebuildPhase) => C;
};

type Options = { orm: Orm; log: Log; topicPrefix: string };

/** Applies what is read, without a word about it in the live inbox. */
export class RebuildReader<C> {
  count = 0;
  #phase: RebuildPhase = 'collect';
  readonly #failed: Event[] = [];
  readonly #byTopic: ReadonlyMap<string, Consumer<C>>;
  readonly #readModel: ReadFromEvents<C>;
  readonly #orm: Orm;
  readonly #log: Log;

  constructor(readModel: ReadFromEvents<C>, { orm, log, topicPrefix }: Options) {
    this.#byTopic = new Map(readModel.consumers.map((consumer) => [topicPrefix + consumer.topic, consumer]));
    this.#readModel = readModel;
    this.#orm = orm;
    this.#log = log;
  }

  follow(): void {
    this.#phase = 'follow';
  }

  async apply(topic: string, all: readonly Event[]): Promise<void> {
    const consumer = this.#byTopic.get(topic)!;
    const events = all.filter(({ key }) => consumer.on[kindOf(key)]);
    // One by one while others derive: of two that take their locks in one order none waits for the other for ever.
    const atOnce = this.#phase === 'collect' ? EVENTS_AT_ONCE : 1;
    for (let start = 0; start < events.length; start += atOnce) {
      await this.#applySome(consumer, events.slice(start, start + atOnce));
    }
    this.count += events.length;
  }

  /** What the live model could not apply either may be missing; anything else must not be lost. */
  async mustHaveAppliedAll(live: Orm): Promise<void> {
    const deadLettered = await live.em
      .fork()
      .execute<{ id: string }[]>('select event_id as id from dead_letter where event_id = any(?::uuid[])', [
        `{${this.#failed.map(({ id }) => id).join(',')}}`,
      ]);
    const known = new Set(deadLettered.map(({ id }) => id));
    const lost = this.#failed.filter(({ id }) => !known.has(id));
    if (lost.length === 0) return;
    const [first] = lost;
    throw new Error(`${lost.length} events cannot be applied, the first is ${first!.id} of ${first!.key}`);
  }

  async #applySome(consumer: Consumer<C>, events: readonly Event[]): Promise<void> {
    try {
      await this.#orm.em.fork().transactional(async (tx) => {
        await lockStates(tx, locksOf(consumer.on, events));
        const results: unknown[] = [];
        for (const portion of portions(consumer.on, events)) results.push(...(await this.#applyPortion(tx, portion)));
        await consumer.conclude?.(this.#contextOf(tx, this.#callFor(events.at(-1)!)), results);
      });
    } catch (error) {
      if (events.length > 1) {
        for (const event of events) await this.#applySome(consumer, [event]);
        return;
      }
      const { id, topic, key } = events[0]!;
      this.#log.error({ err: error, eventId: id, topic, key }, 'event not applied');
      this.#failed.push(events[0]!);
    }
  }

  #applyPortion(tx: EntityManager, { subscription, some }: Portion<C>): Promise<readonly unknown[]> {
    const call = this.#callFor(some[0]!);
    return runInCall(call, () => subscription.apply(this.#contextOf(tx, call), some));
  }

  #callFor({ requestId, traceparent }: Event): Call {
    return newCall({ requestId, traceparent, caller: serviceCaller(this.#readModel.service) });
  }

  #contextOf(tx: EntityManager, call: Call): C {
    const base = {
      em: tx,
      reads: tx,
      call,
      caller: call.caller,
      now: () => new Date(),
      log: this.#log,
      wake: () => {},
    };
    return this.#readModel.context(base, this.#phase);
  }
}
