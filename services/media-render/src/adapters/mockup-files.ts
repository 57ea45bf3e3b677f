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
  readonly #files: ByteCache<StoredFile>;

  constructor(bytesMax: number) {
    this.#files = new ByteCache({
      bytesMax,
      sizeOf: ({ bytes }) => bytes,
      onDropped: ({ handle }) => void handle.close(),
    });
  }

  /** What reading one takes; 0 where there is none. */
  bytesOf(key: string): number {
    return this.#files.bytesOf(key);
  }

  /** A disk that is full or broken costs time and nothing else. */
  async write(key: string, write: (fd: number) => Promise<MockupFile>): Promise<void> {
    const load = async () => {
      const handle = await openUnnamed();
      try {
        return { handle, ...(await write(handle.fd)) };
      } catch (error) {
        await handle.close();
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
    using file = await this.#files.acquire(key, () => Promise.reject(new Error(`${key} is not in a file`)));
    const { handle, meta, ...stored } = file.value;
    try {
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

async function openUnnamed(): Promise<FileHandle> {
  await using file = await temporaryFile();
  return open(file.path, 'wx+', OWN_MODE);
}

const OWN_MODE = 0o600;
