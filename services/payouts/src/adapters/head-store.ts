import type { S3Client } from '@aws-sdk/client-s3';
import { keyOfHead, type LedgerHead } from '../domain/ledger-head.ts';

const DEADLINE_MS = 20_000;
const CONNECT_TIMEOUT_MS = 3_000;
const ATTEMPTS = 3;
/** As long as books of accounts may be asked for, twice over. */
const RETENTION_DAYS = 3_650;
const DAY_MS = 24 * 3_600_000;
/** A store without object lock does not know the question, or says that the bucket has none. */
const WITHOUT_LOCK = [400, 404, 405, 501];

/** Where heads of the ledger's chain are stored, beyond the reach of whoever can write into the database. */
export type HeadStore = {
  put(head: LedgerHead, now: Date): Promise<void>;
  /** All names that were ever stored: with object lock also of what was hidden by a deletion since. */
  listKeys(): Promise<string[]>;
};

type Options = {
  endpoint: string;
  region: string;
  /** Null: as whom the pod itself is. */
  keys: { accessKeyId: string; secretAccessKey: string } | null;
  bucket: string;
};

/** What a bucket does with what is stored in it. */
type Lock = 'none' | 'enabled' | 'by default';

/** A bucket of object storage. The library is large, and needed every few minutes: only who stores or lists loads it. */
export class ObjectHeadStore implements HeadStore, Disposable {
  readonly #options: Options;
  #connected: S3Client | null = null;
  /** Until the chain has gone on there is nothing to say. Replicas repeat each other, which changes nothing. */
  #lastKey = '';

  constructor(options: Options) {
    this.#options = options;
  }

  /** Where the bucket has object lock, nobody can delete or replace the object before its time, its owner included. */
  async put(head: LedgerHead, now: Date): Promise<void> {
    const key = keyOfHead(head);
    if (key === this.#lastKey) return;
    const { PutObjectCommand } = await import('@aws-sdk/client-s3');
    const retention = {
      ObjectLockMode: 'COMPLIANCE',
      ObjectLockRetainUntilDate: new Date(now.getTime() + RETENTION_DAYS * DAY_MS),
      // The protocol demands a digest beside a lock.
      ChecksumAlgorithm: 'SHA256',
    } as const;
    const command = new PutObjectCommand({
      Bucket: this.#options.bucket,
      Key: key,
      Body: JSON.stringify({ ...head, storedAt: now }),
      ContentType: 'application/json',
      ...((await this.#lock()) === 'enabled' && retention),
    });
    await (await this.#client()).send(command, deadline());
    this.#lastKey = key;
  }

  async listKeys(): Promise<string[]> {
    return (await this.#lock()) === 'none' ? this.#listObjects() : this.#listVersions();
  }

  [Symbol.dispose](): void {
    this.#connected?.destroy();
  }

  async #lock(): Promise<Lock> {
    const { GetObjectLockConfigurationCommand, S3ServiceException } = await import('@aws-sdk/client-s3');
    try {
      const command = new GetObjectLockConfigurationCommand({ Bucket: this.#options.bucket });
      const { ObjectLockConfiguration: lock } = await (await this.#client()).send(command, deadline());
      if (lock?.ObjectLockEnabled !== 'Enabled') return 'none';
      return lock.Rule?.DefaultRetention ? 'by default' : 'enabled';
    } catch (error) {
      const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
      if (WITHOUT_LOCK.includes(status) && (error as Error).name !== 'NoSuchBucket') return 'none';
      throw error;
    }
  }

  async #listObjects(): Promise<string[]> {
    const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
    const keys: string[] = [];
    let next: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket: this.#options.bucket, ContinuationToken: next });
      const page = await (await this.#client()).send(command, deadline());
      keys.push(...(page.Contents ?? []).map(({ Key }) => Key!));
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next !== undefined);
    return keys;
  }

  async #listVersions(): Promise<string[]> {
    const { ListObjectVersionsCommand } = await import('@aws-sdk/client-s3');
    const keys: string[] = [];
    let next: { KeyMarker: string | undefined; VersionIdMarker: string | undefined } | undefined;
    do {
      const command = new ListObjectVersionsCommand({ Bucket: this.#options.bucket, ...next });
      const page = await (await this.#client()).send(command, deadline());
      keys.push(...(page.Versions ?? []).map(({ Key }) => Key!));
      const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
      next = page.IsTruncated ? { KeyMarker, VersionIdMarker } : undefined;
    } while (next !== undefined);
    return keys;
  }

  async #client(): Promise<S3Client> {
    const { S3Client } = await import('@aws-sdk/client-s3');
    const { endpoint, region, keys } = this.#options;
    this.#connected ??= new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      ...(keys && { credentials: keys }),
      maxAttempts: ATTEMPTS,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: DEADLINE_MS },
    });
    return this.#connected;
  }
}

const deadline = () => ({ abortSignal: AbortSignal.timeout(DEADLINE_MS) });
