import type { CallOptions } from './caller.ts';
import { ApiProblem, ApiUnreachable } from './problem.ts';
import { pause, pauseBeforeNext } from './retries.ts';

/** What a presign response says: where a file goes, and with which headers. */
export type Presigned = { readonly uploadUrl: string; readonly headers: Readonly<Record<string, string>> };

const DEADLINE_MS = 15 * 60_000;
const NAME = 'uploadFile';

/** PUTs a file; again when storage was not there, since the same bytes at the same address are the same file. */
export async function uploadTo(
  { uploadUrl, headers }: Presigned,
  file: Blob | Uint8Array,
  { signal: given, deadlineMs = DEADLINE_MS }: CallOptions = {},
): Promise<void> {
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = given ? AbortSignal.any([given, deadline]) : deadline;
  const body = file instanceof Blob ? file : new Uint8Array(file);
  const send = async () => {
    const response = await fetch(uploadUrl, { method: 'PUT', headers, body, signal }).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : new ApiUnreachable(NAME, error);
    });
    if (!response.ok) throw await ApiProblem.of(NAME, response);
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const pauseMs = pauseBeforeNext(error, { tries, repeatable: true });
      if (pauseMs === null) throw error;
      await pause(pauseMs, signal);
    }
  }
}
