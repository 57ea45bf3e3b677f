import { type FileHandle, open } from 'node:fs/promises';
import { ByteCache } from './byte-cache.ts';
import type { MockupFile } from './image-tasks.ts';
import { temporaryFile } from './temporary-file.ts';

type StoredFile = MockupFile & { handle: FileHandle };

/**
 * Decoded templates on the local disk, those used last, up to a number of bytes: there are more of them than memory holds, and reading
 * one takes a tenth of the time in which its images are decoded. The files have no name, so whatever becomes of the process, they go with it.
 */
export class MockupFiles {
  readonly #bytesMax: number;
  readonly #files: ByteCache<StoredFile>;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
    this.#files = new ByteCache({
      bytesMax,
      sizeOf: ({ bytes }) => sizeOf(bytes),
      onDropped: ({ handle }) => void closed(handle),
    });
  }

  /** What reading one takes; 0 where there is none. */
  bytesOf(key: string): number {
    return this.#files.bytesOf(key);
  }

  /** A disk that is full or broken costs time and nothing else. What is larger than all that may be stored would only displace it. */
  async write(key: string, bytes: number, write: (fd: number) => Promise<MockupFile>): Promise<void> {
    if (sizeOf(bytes) > this.#bytesMax) return;
    const load = async () => {
      const handle = await openUnnamed();
      try {
        return { handle, ...(await write(handle.fd)) };
      } catch (error) {
        await closed(handle);
        throw error;
      }
    };
    try {
      (await this.#files.acquire(key, load))[Symbol.dispose]();
    } catch {
      // It was not kept, and is decoded again.
    }
  }

  /** Null when there is no such file, or it cannot be read. */
  async read<T>(key: string, read: (file: MockupFile & { fd: number }) => Promise<T>): Promise<T | null> {
    if (!this.#files.has(key)) return null;
    try {
      using file = await this.#files.acquire(key, () => Promise.reject(new Error(`${key} is not in a file`)));
      const { handle, meta, ...stored } = file.value;
      // Bytes that are sent to a thread are given away.
      return await read({ fd: handle.fd, meta: meta.slice(), ...stored });
    } catch {
      this.#files.drop(key);
      return null;
    }
  }

  clear(): void {
    this.#files.clear();
  }
}

/** Each takes one of the files that a process may have open: no more of them than this leaves. */
const FILE_BYTES_MIN = 1024 * 1024;

const sizeOf = (bytes: number): number => Math.max(bytes, FILE_BYTES_MIN);

/** A disk may fail even here. */
const closed = (handle: FileHandle): Promise<void> => handle.close().catch(() => undefined);

async function openUnnamed(): Promise<FileHandle> {
  await using file = await temporaryFile();
  // Awaited: else its directory would be removed while it is opened.
  return await open(file.path, 'wx+', OWN_MODE);
}

const OWN_MODE = 0o600;
