import { createHash } from 'node:crypto';
import { UnavailableDependency } from '@estampa/kit/rpc/errors';
import type { ObjectStore } from '@estampa/media-render/adapters/object-store';
import type { Random } from '@estampa/stack/random';
import { contentOf, writeFile } from '../environment/files.ts';
import type { SimProcess } from '../environment/sim-process.ts';
import { type ErrorOf, requester } from '../provider/requester.ts';
import type { Bucket } from './bucket.ts';

/** As the adapter has them. */
const QUICK_MS = 4_000;
const TRANSFER_MS = 25_000;
/** How late a request may take effect when its sender waits no more. */
const LATEST_EFFECT_MS = 60_000;

const errorOf: ErrorOf = (what, { label }) => new UnavailableDependency(`${label}: ${what}`);

/** Object storage as one process reaches it, by the port of media-render; what lies in it is shared by all. */
export function bucketStore(bucket: Bucket, process: SimProcess, random: Random): ObjectStore {
  const request = requester(bucket, { process, random }, { errorOf, latestEffectMs: LATEST_EFFECT_MS });
  const sending =
    (kind: 'read' | 'write', ms: number) =>
    <T>(label: string, perform: () => T): Promise<T> =>
      request({ label: `storage ${label}`, kind, signal: AbortSignal.timeout(ms), perform });
  const read = sending('read', TRANSFER_MS);
  const write = sending('write', TRANSFER_MS);
  const put = (key: string, bytes: Uint8Array) => write('put', () => bucket.put(key, bytes));

  const store: Pick<ObjectStore, keyof ObjectStore> = {
    presignPut: (key) => Promise.resolve(key),
    presignGet: (key) => Promise.resolve(key),
    head: (key) =>
      sending('read', QUICK_MS)('head', () => {
        const found = bucket.objects.get(key);
        return found ? { sizeBytes: found.bytes.length, etag: found.etag } : null;
      }),
    async download(key, etag, path) {
      const { bytes } = await read('download', () => bucket.get(key, etag));
      writeFile(path, bytes);
      return createHash('sha256').update(bytes).digest('hex');
    },
    read: async (key, etag) => (await read('get', () => bucket.get(key, etag))).bytes,
    readStart: async (key, etag) => (await read('get start', () => bucket.get(key, etag))).bytes,
    put,
    putFile: (key, path) => put(key, contentOf(path)),
    copy: (from, to, { etag }) => write('copy', () => bucket.put(to, bucket.get(from, etag).bytes)),
    delete: (key) => sending('write', QUICK_MS)('delete', () => void bucket.objects.delete(key)),
    list: () => {
      throw new Error('not part of a simulation');
    },
    check: () => Promise.resolve(),
    [Symbol.dispose]: () => undefined,
  };
  return store as ObjectStore;
}
