import type { ConsumerOptions, Position, TopicPartition } from '@estampa/kit/events/kafka/client';
import type { SimProcess } from '../environment/sim-process.ts';
import type { RecordStore, StoredRecord } from './record-store.ts';

const FETCH_RECORDS_MAX = 100;
const RETRY_MS = 500;

const nameOf = ({ topic, partition }: TopicPartition): string => `${topic}/${partition}`;

type Assigned = TopicPartition & { position: bigint; isBusy: boolean };

/** One consumer's membership in a group. */
export class Member {
  readonly process: SimProcess;
  readonly options: ConsumerOptions;
  /** Anew with each rebalance. */
  assigned: readonly Assigned[] = [];
  generation = 0;

  constructor(process: SimProcess, options: ConsumerOptions) {
    [this.process, this.options] = [process, options];
  }
}

/** A consumer group: who reads which partition, and how far all have come. */
export class Group {
  readonly #broker: RecordStore;
  readonly #committed = new Map<string, bigint>();
  #members: Member[] = [];
  #generation = 0;

  constructor(broker: RecordStore) {
    this.#broker = broker;
  }

  join(member: Member): void {
    if (this.#members.includes(member)) return;
    this.#members.push(member);
    this.rebalance();
  }

  leave(member: Member): void {
    if (!this.#members.includes(member)) return;
    this.#members = this.#members.filter((one) => one !== member);
    // It may be alive and not know: what it does from here on counts for nothing.
    member.assigned = [];
    member.generation = 0;
    this.rebalance();
  }

  /** Everybody begins anew where the group has committed, though what was handed out before may still be applied. */
  rebalance(): void {
    this.#generation += 1;
    const [first] = this.#members;
    if (!first) return;
    const partitions = first.options.topics.flatMap((topic) =>
      this.#broker.partitionsOf(topic).map((_log, partition) => ({ topic, partition })),
    );
    this.#members.forEach((member, place) => {
      member.generation = this.#generation;
      member.assigned = partitions
        .filter((_one, index) => index % this.#members.length === place)
        .map((one) => ({ ...one, position: this.#committed.get(nameOf(one)) ?? 0n, isBusy: false }));
      if (member.process.isAlive) member.process.run(() => member.options.onMembership?.(true));
    });
    this.fetchAll();
  }

  /** As if nobody had committed for long. */
  rewind(): void {
    this.#committed.clear();
    this.rebalance();
  }

  commit(member: Member, positions: readonly Position[]): void {
    if (member.generation !== this.#generation) throw new Error('the group has rebalanced');
    for (const position of positions) this.#committed.set(nameOf(position), position.offset);
  }

  /** Whether all records are applied. */
  isCaughtUp = (): boolean =>
    this.#members.every(({ assigned }) =>
      assigned.every((one) => !one.isBusy && one.position >= BigInt(this.#logOf(one).length)),
    );

  fetchAll(): void {
    for (const member of this.#members) for (const one of member.assigned) this.#fetch(member, one);
  }

  #logOf = ({ topic, partition }: TopicPartition): readonly StoredRecord[] =>
    this.#broker.partitionsOf(topic)[partition]!;

  #fetch(member: Member, one: Assigned): void {
    if (one.isBusy || one.position >= BigInt(this.#logOf(one).length)) return;
    one.isBusy = true;
    const { process } = member;
    const label = `${process.name} records ${nameOf(one)}`;
    this.#broker.scheduler.schedule(this.#broker.latency(), process, label, () => this.#hand(member, one));
  }

  #hand(member: Member, one: Assigned): void {
    const isCurrent = () => member.assigned.includes(one);
    if (!isCurrent()) return;
    const { topic, partition } = one;
    const log = this.#logOf(one);
    const from = Number(one.position);
    const count = 1 + this.#broker.random.below(Math.min(log.length - from, FETCH_RECORDS_MAX));
    const records = log.slice(from, from + count);
    const end = BigInt(from + count);
    const advance = (offset: bigint): boolean => {
      if (!isCurrent()) return false;
      one.position = offset;
      return true;
    };
    const { process, options } = member;
    const apply = () => options.apply({ topic, partition, records, end, advance });
    const goOn = (delayMs: number) => {
      if (!process.isAlive) return;
      process.scheduler.schedule(delayMs, process, `${process.name} fetch`, () => {
        one.isBusy = false;
        if (isCurrent()) this.#fetch(member, one);
      });
    };
    process.run(apply).then(
      () => {
        if (advance(end)) process.run(() => options.onProgress?.({ topic, partition, offset: end }));
        goOn(0);
      },
      () => goOn(RETRY_MS),
    );
  }
}
