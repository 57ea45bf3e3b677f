import { Worker } from 'node:worker_threads';
import { DomainError } from '@estampa/kernel/errors';
import { damagedPsd, psdTooLarge } from '../../domain/psd/psd-limits.ts';
import { givenAway, type Outcome, outputOf } from '../thread-messages.ts';
import type { PsdAssignment, PsdTasks } from './psd-worker.ts';

const ENTRY = new URL('./psd-worker.ts', import.meta.url);
/** Of objects that describe layers; pixels lie outside of this heap and are counted by `ByteBudget`. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 };
/** Many times what the largest file takes. */
const PSD_TASK_MAX_MS = 90_000;

type Options = { deadlineMs?: number; signal: AbortSignal | null };

/**
 * Runs one task on a file of strangers in a thread of its own, which ends with it: whatever the file does to its parser, nothing
 * else is in that thread. The bytes are given away.
 *
 * @throws DomainError `psd_too_large` when it takes too long or more memory than it may.
 */
export async function runPsdTask<T extends keyof PsdTasks>(
  task: T,
  input: Parameters<PsdTasks[T]>[0],
  { deadlineMs = PSD_TASK_MAX_MS, signal }: Options,
): Promise<Awaited<ReturnType<PsdTasks[T]>>> {
  signal?.throwIfAborted();
  const workerData: PsdAssignment = { task, input };
  const worker = new Worker(ENTRY, { workerData, transferList: givenAway(input), resourceLimits: RESOURCE_LIMITS });
  try {
    return outputOf(await outcomeOf(worker, deadlineMs, signal)) as Awaited<ReturnType<PsdTasks[T]>>;
  } finally {
    await worker.terminate();
  }
}

function outcomeOf(worker: Worker, deadlineMs: number, signal: AbortSignal | null): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => reject(psdTooLarge('it takes too long to read')), deadlineMs);
    const abort = () => reject(new DomainError('unavailable', 'gave_up', 'The caller no longer waits for an answer'));
    signal?.addEventListener('abort', abort);
    const over = <A extends unknown[]>(settle: (...given: A) => void) => {
      return (...given: A) => {
        clearTimeout(deadline);
        signal?.removeEventListener('abort', abort);
        settle(...given);
      };
    };
    worker.once('message', over(resolve));
    worker.once(
      'error',
      over((error) => reject(rejectionOf(error))),
    );
    worker.once(
      'exit',
      over((code) => reject(damagedPsd(`its reader ended with code ${code}`))),
    );
  });
}

const rejectionOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? psdTooLarge('its description takes more memory than there is')
    : error;
