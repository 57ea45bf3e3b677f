/**
 * What the kit needs of a Kafka client, and all it may know of one. Each driver fulfils what is written here; one suite
 * (`test/kafka-contract.ts`) tests every driver.
 */

export type TopicPartition = { topic: string; partition: number };
/** Where a partition goes on: the offset of the next record. */
export type Position = TopicPartition & { offset: bigint };

export type OutgoingRecord = {
  topic: string;
  /** Records of one key go to one partition, the same with every driver. */
  key: string | null;
  value: string | null;
  headers: Readonly<Record<string, string>>;
  /** In place of the one that the key names. */
  partition?: number;
};

export type IncomingRecord = {
  offset: bigint;
  key: Buffer | null;
  value: Buffer | null;
  headers: Readonly<Record<string, Buffer | string | undefined>>;
};

/** Kafka will never take a record of this request: it is too large for its topic, or malformed. */
export class RecordRejected extends Error {
  /** Kafka's name of the error, such as MESSAGE_TOO_LARGE. */
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(`Kafka rejects a record: ${code}`, { cause });
    this.code = code;
  }
}

export interface RecordProducer {
  [Symbol.asyncDispose](): Promise<void>;

  /**
   * Resolves when all in-sync replicas have all of it, each partition's records in the order given. `RecordRejected` is for good;
   * after any other error it is unknown how far it came, and this producer must not be used again.
   */
  send(records: readonly OutgoingRecord[], options?: { isCompressed?: boolean }): Promise<void>;
}

export interface RecordBatch extends TopicPartition {
  /** In the order of their offsets; none where the log contains only control records. */
  readonly records: readonly IncomingRecord[];
  /** Where the partition goes on after this batch. */
  readonly end: bigint;
  /** From here the partition goes on should the rest of the batch fail; false when it was reassigned in the meantime. */
  advance(offset: bigint): boolean;
}

export type ConsumerOptions = {
  groupId: string;
  topics: readonly string[];
  /** The broker responds as soon as there is something; this bounds an idle wait. */
  maxWaitMs: number;
  /** How long the group waits for a member that went silent. */
  sessionTimeoutMs: number;
  heartbeatMs: number;
  partitionsAtOnce: number;
  /**
   * Applies a batch. A partition's batches come one after the other, from its first record or from the committed offset. A slow
   * one delays neither other partitions nor the heartbeats. What it did not advance over comes again after a failure.
   */
  apply(batch: RecordBatch): Promise<void>;
  /** Everything before it was applied, or is no record. */
  onProgress?(position: Position): void;
  /** The partitions were dealt (true), or the connection to the group was lost (false); both repeat. */
  onMembership?(isMember: boolean): void;
  /** This consumer will never work again: its owner creates a new one. */
  onFailure(error: Error): void;
};

export interface RecordConsumer {
  /** Where the group goes on after this member has left. Rejects while there is no membership. */
  commit(positions: readonly Position[]): Promise<void>;
  /** Waits for what is being applied, and leaves the group. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The ends of a partition's log: its first offset, and the one that the next record will have. */
export type PartitionEnds = { partition: number; low: bigint; high: bigint };

export type NewTopics = {
  topics: readonly string[];
  partitions: number;
  replicas: number;
  configuration: Readonly<Record<string, string>>;
};

export interface KafkaAdmin {
  [Symbol.asyncDispose](): Promise<void>;

  listTopics(): Promise<string[]>;
  createTopics(topics: NewTopics): Promise<void>;
  /** Topics that do not exist are no error, so a deletion can be repeated. Brokers may list a topic a little longer. */
  deleteTopics(topics: readonly string[]): Promise<void>;
  endsOf(topic: string): Promise<PartitionEnds[]>;
  /** What a group has committed; partitions without a commit are left out. */
  committedBy(groupId: string, topics: readonly string[]): Promise<Position[]>;
  listGroups(): Promise<string[]>;
  /** Rejects while a group has members. */
  deleteGroup(groupId: string): Promise<void>;
}

export interface KafkaClient {
  /**
   * A producer that fences every earlier one of the same name: once it has sent to a partition, whatever an earlier one
   * still has under way there is rejected, so nothing older can come after something newer. The brokers forget a name that was not used for
   * `transactional.id.expiration.ms` (7 days), so a producer that lives for days must be replaced in time.
   */
  fencedProducer(name: string): Promise<RecordProducer>;
  producer(): Promise<RecordProducer>;
  /** Begins at once; Kafka need not be there yet. */
  consume(options: ConsumerOptions): RecordConsumer;
  /** Rejects when no broker responds. */
  admin(): Promise<KafkaAdmin>;
}
