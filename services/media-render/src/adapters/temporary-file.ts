import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A path of one's own that is gone after use. */
export async function temporaryFile(): Promise<AsyncDisposable & { path: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'estampa-'));
  return {
    path: join(directory, 'file'),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}
