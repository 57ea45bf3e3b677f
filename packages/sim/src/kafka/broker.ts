import { createHash } from 'node:crypto';
import type { OutgoingRecord } from '@estampa/kit/events/kafka/client';
import type { Random } from '@estampa/stack/random';
import type { Scheduler } from '../environment/scheduler.ts';
import type { Conditions } from '../history/conditions.ts';
import { Group } from './group.ts';
import type { RecordStore, StoredRecord } from './record-store.ts';

const PARTITIONS = 2;

/** Kafka as far as kit's port promises it, in memory: logs, groups with what they committed, and epochs that fence producers. */
export class Broker implements RecordStore {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly #logs = new Map<string, StoredRecord[][]>();
  readonly #groups = new Map<string, Group>();
  readonly #epochs = new Map<string, number>();
  readonly #conditions: Conditions['events'];
  hasFaults = true;

  constructor(scheduler: Scheduler, random: Random, conditions: Conditions['events']) {
    [this.scheduler, this.random, this.#conditions] = [scheduler, random, conditions];
  }

  partitionsOf(topic: string): readonly StoredRecord[][] {
    const known = this.#logs.get(topic) ?? Array.from({ length: PARTITIONS }, () => []);
    this.#logs.set(topic, known);
    return known;
  }

  /** All records of a topic, those of a partition in their order. */
  recordsOf = (topic: string): StoredRecord[] => this.partitionsOf(topic).flat();

  group(id: string): Group {
    const known = this.#groups.get(id) ?? new Group(this);
    this.#groups.set(id, known);
    return known;
  }

  groups = (): Iterable<Group> => this.#groups.values();

  /** The epoch of a new producer of that name: every earlier one is fenced. */
  nextEpoch(name: string): number {
    const epoch = (this.#epochs.get(name) ?? 0) + 1;
    this.#epochs.set(name, epoch);
    return epoch;
  }

  isFenced = (name: string, epoch: number): boolean => this.#epochs.get(name) !== epoch;

  append(records: readonly OutgoingRecord[]): void {
    for (const { topic, key, value, headers, partition } of records) {
      const partitions = this.partitionsOf(topic);
      const place = partition ?? placeOf(key ?? '');
      const log = partitions[place]!;
      const bytes = (text: string | null) => (text === null ? null : Buffer.from(text));
      log.push({ topic, partition: place, offset: BigInt(log.length), key: bytes(key), value: bytes(value), headers });
    }
    for (const group of this.#groups.values()) group.fetchAll();
  }

  /** How long a request or its response is under way. */
  latency(): number {
    if (!this.hasFaults) return this.random.between(1, 3);
    const { lateShare, lateMs } = this.#conditions;
    return this.random.chance(lateShare) ? this.random.between(50, lateMs) : this.random.between(1, 20);
  }
}

const placeOf = (key: string): number => createHash('sha256').update(key).digest()[0]! % PARTITIONS;
