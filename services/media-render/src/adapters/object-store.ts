import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ObjectCannedACL,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { UnavailableDependency } from '@estampa/kit/rpc/errors';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';

export const UPLOAD_VALID_SECONDS = 15 * 60;

const CONNECT_TIMEOUT_MS = 3_000;
const RESPONSE_TIMEOUT_MS = 20_000;
const ATTEMPTS = 3;
const SERVER_ERROR = 500;
const QUICK_DEADLINE_MS = 4_000;
const TRANSFER_DEADLINE_MS = 25_000;
/** Some hundred megabytes, in the background. */
const LARGE_DEADLINE_MS = 5 * 60_000;
/** Long enough to be followed at once. */
const READ_VALID_SECONDS = 60;
/** The address of a public object changes with its content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** But for the few whose content changes. */
const REQUEST_EACH_TIME = 'public, no-cache';

type Options = {
  endpoint: string;
  region: string;
  /** Null: by the SDK's own chain, such as a web identity or the pod identity agent; what it finds is renewed before it is over. */
  keys: { accessKeyId: string; secretAccessKey: string } | null;
  bucket: string;
  /** Where public reading is granted per object; null where a bucket policy or a CDN does it. */
  publicAcl: ObjectCannedACL | null;
  uploadUrl: string;
};

export type ListedObject = { key: string; changedAt: Date };
export type StoredFile = { sizeBytes: number; etag: string };

/** Object storage, in the words of this service. Keys are private unless put as public. */
export class ObjectStore implements Disposable {
  readonly #options: Options;
  readonly #client: S3Client;

  constructor(options: Options) {
    const { endpoint, region, keys } = options;
    this.#options = options;
    this.#client = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      ...(keys && { credentials: keys }),
      maxAttempts: ATTEMPTS,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: RESPONSE_TIMEOUT_MS },
    });
    // Around the SDK's own retries.
    this.#client.middlewareStack.add((next) => (args) => next(args).catch(rethrown), { step: 'initialize' });
  }

  /** Content type and length are signed: storage rejects anything else. */
  async presignPut(key: string, file: { contentType: string; sizeBytes: number }): Promise<string> {
    const command = new PutObjectCommand({
      ...this.#place(key),
      ContentType: file.contentType,
      ContentLength: file.sizeBytes,
    });
    const signed = await getSignedUrl(this.#client, command, {
      expiresIn: UPLOAD_VALID_SECONDS,
      signableHeaders: new Set(['host', 'content-type', 'content-length']),
    });
    const { pathname, search } = new URL(signed);
    return this.#options.uploadUrl + pathname + search;
  }

  async head(key: string): Promise<StoredFile | null> {
    try {
      const found = await this.#client.send(new HeadObjectCommand(this.#place(key)), deadline(QUICK_DEADLINE_MS));
      return { sizeBytes: found.ContentLength ?? 0, etag: found.ETag ?? '' };
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
      throw error;
    }
  }

  /** Streams an object of exactly this content into a file; gives its SHA-256. */
  async download(key: string, etag: string, path: string): Promise<string> {
    const hash = createHash('sha256');
    const hashing = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(await this.#open(key, etag), hashing, createWriteStream(path), {
      signal: AbortSignal.timeout(TRANSFER_DEADLINE_MS),
    });
    return hash.digest('hex');
  }

  /** All of an object; only of this content, when it is named. */
  async read(key: string, etag?: string): Promise<Uint8Array> {
    const command = new GetObjectCommand({ ...this.#place(key), IfMatch: etag });
    const found = await this.#client.send(command, deadline(TRANSFER_DEADLINE_MS));
    return found.Body!.transformToByteArray();
  }

  /** The first bytes of exactly this content, or all when there are fewer. */
  async readStart(key: string, etag: string, bytesMax: number): Promise<Uint8Array> {
    const command = new GetObjectCommand({ ...this.#place(key), IfMatch: etag, Range: `bytes=0-${bytesMax - 1}` });
    const found = await this.#client.send(command, deadline(TRANSFER_DEADLINE_MS));
    return found.Body!.transformToByteArray();
  }

  /** Path and query of an address where anyone may read it for a short while. */
  async presignGet(key: string): Promise<string> {
    const command = new GetObjectCommand(this.#place(key));
    const { pathname, search } = new URL(await getSignedUrl(this.#client, command, { expiresIn: READ_VALID_SECONDS }));
    return pathname + search;
  }

  /** A private object from a file, which may be large. */
  async putFile(key: string, path: string, file: { sizeBytes: number; contentType: string }): Promise<void> {
    const command = new PutObjectCommand({
      ...this.#place(key),
      Body: createReadStream(path),
      ContentType: file.contentType,
      ContentLength: file.sizeBytes,
    });
    await this.#client.send(command, deadline(LARGE_DEADLINE_MS));
  }

  async put(key: string, bytes: Uint8Array, file: { contentType: string; isPublic: boolean }): Promise<void> {
    const command = new PutObjectCommand({ ...this.#place(key), ...this.#reported(file), Body: bytes });
    await this.#client.send(command, deadline(TRANSFER_DEADLINE_MS));
  }

  /** A copy made within storage; only of this content, when it is named. */
  async copy(
    from: string,
    to: string,
    { etag, ...file }: { contentType: string; isPublic: boolean; isChanging?: boolean; etag?: string },
  ): Promise<void> {
    const { bucket } = this.#options;
    const command = new CopyObjectCommand({
      ...this.#place(to),
      ...this.#reported(file),
      CopySource: `${bucket}/${from}`,
      CopySourceIfMatch: etag,
      MetadataDirective: 'REPLACE',
    });
    await this.#client.send(command, deadline(TRANSFER_DEADLINE_MS));
  }

  /** One that is not there is no error. */
  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#place(key)), deadline(QUICK_DEADLINE_MS));
  }

  /** All that is stored, some at a time. */
  async *list(): AsyncGenerator<ListedObject[]> {
    let next: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket: this.#options.bucket, ContinuationToken: next });
      const page = await this.#client.send(command, deadline(TRANSFER_DEADLINE_MS));
      yield (page.Contents ?? []).map(({ Key, LastModified }) => ({
        key: Key!,
        changedAt: LastModified ?? new Date(),
      }));
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next !== undefined);
  }

  /** Whether storage can be reached at all. */
  async check(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#options.bucket }), deadline(QUICK_DEADLINE_MS));
  }

  [Symbol.dispose](): void {
    this.#client.destroy();
  }

  async #open(key: string, etag: string): Promise<Readable> {
    const command = new GetObjectCommand({ ...this.#place(key), IfMatch: etag });
    const found = await this.#client.send(command, deadline(TRANSFER_DEADLINE_MS));
    return found.Body as Readable;
  }

  /** How a reader receives an object. */
  #reported({
    contentType,
    isPublic,
    isChanging = false,
  }: {
    contentType: string;
    isPublic: boolean;
    isChanging?: boolean;
  }) {
    const { publicAcl } = this.#options;
    return {
      ContentType: contentType,
      ...(isPublic && { CacheControl: isChanging ? REQUEST_EACH_TIME : IMMUTABLE }),
      ...(isPublic && publicAcl && { ACL: publicAcl }),
    };
  }

  #place = (key: string) => ({ Bucket: this.#options.bucket, Key: key });
}

const deadline = (timeoutMs: number) => ({ abortSignal: AbortSignal.timeout(timeoutMs) });

/** A response below 500 is a rejection; anything else, and no response in time, says that storage is away. */
function rethrown(error: unknown): never {
  const { httpStatusCode = SERVER_ERROR } = error instanceof S3ServiceException ? error.$metadata : {};
  if (httpStatusCode < SERVER_ERROR) throw error;
  throw new UnavailableDependency('Object storage did not respond', { cause: error });
}
