import type { IncomingRecord } from '@estampa/kit/events/kafka/client';
import type { Random } from '@estampa/stack/random';
import type { Scheduler } from '../environment/scheduler.ts';

/** One record of a topic, where it lies. */
export type StoredRecord = IncomingRecord & { topic: string; partition: number };

/** The broker as its groups need it. */
export type RecordStore = {
  readonly scheduler: Scheduler;
  readonly random: Random;
  partitionsOf(topic: string): readonly StoredRecord[][];
  /** How long a request or its response is under way, in milliseconds. */
  latency(): number;
};
