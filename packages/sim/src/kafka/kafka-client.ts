import type { ConsumerOptions, KafkaClient, RecordConsumer, RecordProducer } from '@estampa/kit/events/kafka/client';
import type { SimProcess } from '../environment/sim-process.ts';
import type { Broker } from './broker.ts';
import { Member } from './group.ts';

const FAULT_SHARE = 0.1;

/** The broker as one process reaches it: requests and responses are under way for a while, and either may be lost. */
export function kafkaClient(broker: Broker, process: SimProcess): KafkaClient {
  const { scheduler, random } = broker;

  /** What is sent arrives though its sender dies; what comes back finds nobody then. */
  function request<T>(label: string, perform: () => T, { isLossy = false } = {}): Promise<T> {
    const fate =
      isLossy && broker.hasFaults && random.chance(FAULT_SHARE) ? random.oneOf(['lost', 'unheard'] as const) : null;
    return new Promise<T>((resolve, reject) => {
      const respond = (settle: () => void, what: string) =>
        scheduler.schedule(broker.latency(), process, `${process.name} ${label} ${what}`, settle);
      scheduler.schedule(broker.latency(), null, `${process.name} ${label}`, () => {
        if (fate === 'lost') return respond(() => reject(new Error('the connection was lost')), 'lost');
        try {
          const done = perform();
          if (fate === 'unheard') return respond(() => reject(new Error('the response was lost')), 'unheard');
          return respond(() => resolve(done), 'done');
        } catch (error) {
          return respond(() => reject(error), 'rejected');
        }
      });
    });
  }

  async function fencedProducer(name: string): Promise<RecordProducer> {
    const epoch = await request(`epoch of ${name}`, () => broker.nextEpoch(name));
    return {
      send: (records) =>
        request(
          `send ${records.length}`,
          () => {
            if (broker.isFenced(name, epoch)) throw new Error('the producer is fenced');
            broker.append(records);
          },
          { isLossy: true },
        ),
      [Symbol.asyncDispose]: async () => undefined,
    };
  }

  function consume(options: ConsumerOptions): RecordConsumer {
    const group = broker.group(options.groupId);
    const member = new Member(process, options);
    const join = (afterMs: number) =>
      scheduler.schedule(afterMs + broker.latency(), process, `${process.name} joins`, () => group.join(member));
    join(0);
    process.onSuspend((ms) => {
      if (ms <= options.sessionTimeoutMs) return;
      scheduler.schedule(options.sessionTimeoutMs, null, `${process.name} is missed`, () => group.leave(member));
      join(ms);
    });
    process.onEnd(() =>
      scheduler.schedule(options.sessionTimeoutMs, null, `${process.name} is missed`, () => group.leave(member)),
    );
    return {
      commit: (positions) => request('commit', () => group.commit(member, positions)),
      [Symbol.asyncDispose]: () => request('leave', () => group.leave(member)),
    };
  }

  const absent = () => Promise.reject(new Error('not part of a simulation'));
  return { fencedProducer, consume, producer: absent, admin: absent };
}
