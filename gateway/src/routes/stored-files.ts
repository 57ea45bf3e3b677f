import { Readable } from 'node:stream';
import { HttpProblem } from '../http/problems.ts';

/** Opens a private object by the path and query that were signed for it. */
export type OpenStoredFile = (readPath: string) => Promise<Readable>;

const RESPONSE_DEADLINE_MS = 10_000;

/** As fast as the client reads it; the connection to the object store ends as soon as the client's does. */
export function storedFilesAt(storageUrl: string): OpenStoredFile {
  const { origin } = new URL(storageUrl);
  return async (readPath) => {
    const gone = new AbortController();
    const late = setTimeout(() => gone.abort(), RESPONSE_DEADLINE_MS);
    try {
      const response = await fetch(origin + readPath, { signal: gone.signal });
      if (response.status !== 200 || !response.body) throw new Error(`storage answered ${response.status}`);
      return Readable.fromWeb(response.body);
    } catch (cause) {
      throw new HttpProblem(503, 'storage_unavailable', 'The file cannot be read now; try again', { cause });
    } finally {
      clearTimeout(late);
    }
  };
}
