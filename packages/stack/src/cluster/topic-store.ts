import { createReadStream, createWriteStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { kafkaConfig } from '@estampa/kit/service/config';
import { createKafka } from '@estampa/kit/events/kafka/connect';
import type { KafkaClient } from '@estampa/kit/events/kafka/client';
import { createLog } from '@estampa/kit/telemetry/log';
import { TOPICS } from '@estampa/kernel/topics';
import { z } from 'zod';
import { givenBucketStore } from '../infrastructure/given-servers.ts';

/** S3 takes no more by one request. */
const OBJECT_BYTES_MAX = 5 * 1024 ** 3;
const TRANSFER_DEADLINE_MS = 60 * 60_000;

/** Kafka and the bucket for copies of topics, from the environment: `KAFKA_*` as for services, and `ESTAMPA_S3_*`. */
export class TopicStore {
  readonly topics: readonly string[];
  readonly kafka: Promise<KafkaClient>;
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor() {
    const store = givenBucketStore();
    const bucket = process.env.ESTAMPA_BUCKET;
    if (!store || !bucket) throw new Error('Name ESTAMPA_S3_ENDPOINT, and ESTAMPA_BUCKET.');
    const config = z.object(kafkaConfig).parse(process.env);
    this.topics = TOPICS.map((topic) => config.KAFKA_TOPIC_PREFIX + topic);
    this.kafka = createKafka('estampa-copy', config, createLog('estampa-copy', 'warn'));
    this.#client = new S3Client({
      ...store,
      forcePathStyle: true,
      // Not every store takes the checksums that would come after the body.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    this.#bucket = bucket;
  }

  /** Throws when the file is larger than one request may be. */
  async put(file: string, key: string): Promise<void> {
    const { size } = statSync(file);
    if (size > OBJECT_BYTES_MAX) throw new Error(`The copy has ${size} bytes, more than S3 takes by one request`);
    const object = { Bucket: this.#bucket, Key: key, Body: createReadStream(file), ContentLength: size };
    await this.#client.send(new PutObjectCommand(object), { abortSignal: AbortSignal.timeout(TRANSFER_DEADLINE_MS) });
  }

  /** Throws when there is no such object. */
  async get(key: string, file: string): Promise<void> {
    const signal = AbortSignal.timeout(TRANSFER_DEADLINE_MS);
    const object = new GetObjectCommand({ Bucket: this.#bucket, Key: key });
    const { Body } = await this.#client.send(object, { abortSignal: signal });
    await pipeline(Body as Readable, createWriteStream(file), { signal });
  }
}
