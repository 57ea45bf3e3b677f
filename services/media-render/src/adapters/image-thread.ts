import { Worker } from 'node:worker_threads';
import { DomainError } from '@estampa/kernel/errors';
import { imageTaskSeconds } from '../metrics.ts';
import type { Cached } from './image-shelf.ts';
import type { TaskInput, TaskName, TaskOutput } from './image-tasks.ts';
import { type Assignment, givenAway, type Instruction, type Outcome, outputOf } from './thread-messages.ts';

type Job = {
  task: TaskName;
  done: (outcome: Outcome) => void;
  seconds: (labels: { outcome: 'made' | 'refused' | 'failed' }) => void;
  deadline: NodeJS.Timeout;
};
type Thread = { worker: Worker; jobs: Map<number, Job>; isOver: boolean };

type Options = { idleMs: number; whenEnded?: () => void; entry?: URL };

const ENTRY = new URL('./image-worker.ts', import.meta.url);
/**
 * Longer than any work takes, the largest print among others included, and than any caller waits; half of the time for which a
 * replica claims a print.
 */
export const IMAGE_JOB_MAX_MS = 5 * 60_000;
/** Pixels lie outside of this heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

/**
 * The thread for the work on pixels, started when there is work and ended when there was none for a while; decoded images
 * live and end with it. One is enough, since resampling and encoding go on beside it, in the threads of sharp. It takes all that it
 * is given at once: who may work when is decided by slots.
 */
export class ImageThread implements AsyncDisposable {
  readonly #options: Options;
  #thread: Thread | null = null;
  /** Of threads that were told to end. */
  readonly #ending = new Set<Promise<unknown>>();
  #idle: NodeJS.Timeout | undefined;
  #jobs = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#thread !== null;
  }

  /**
   * The input is given away: its bytes cannot be used here any more.
   *
   * @throws DomainError `busy` when the job takes longer than `IMAGE_JOB_MAX_MS`.
   * @throws ThreadEnded when its thread ends, be it for another job.
   */
  async run<T extends TaskName>(task: T, input: TaskInput<T>): Promise<TaskOutput<T>> {
    clearTimeout(this.#idle);
    const outcome = await new Promise<Outcome>((done) => {
      const thread = (this.#thread ??= this.#start());
      const id = (this.#jobs += 1);
      // What cannot be sent is thrown here, and is not a job to wait for then.
      thread.worker.postMessage({ id, task, input } satisfies Assignment, givenAway(input));
      const deadline = setTimeout(() => this.#giveUp(thread, id), IMAGE_JOB_MAX_MS).unref();
      thread.jobs.set(id, { task, done, seconds: imageTaskSeconds.startTimer({ task }), deadline });
    });
    return outputOf(outcome) as TaskOutput<T>;
  }

  forget({ storedAs }: Cached<unknown>): void {
    this.#thread?.worker.postMessage({ forget: storedAs } satisfies Instruction, []);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    // At once, so that nothing is given to a thread that is about to end.
    this.#thread = null;
    if (thread) this.#terminate(thread);
    await Promise.all(this.#ending);
  }

  /** A thread that still loads its modules goes on with that for a while. */
  #terminate({ worker }: Thread): void {
    const ended = worker.terminate().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    if (this.#thread?.jobs.size !== 0) return;
    this.#idle = setTimeout(() => void this[Symbol.asyncDispose](), this.#options.idleMs).unref();
  }

  #start(): Thread {
    const worker = new Worker(this.#options.entry ?? ENTRY, { resourceLimits: RESOURCE_LIMITS });
    const thread: Thread = { worker, jobs: new Map(), isOver: false };
    let reason: unknown;
    worker.on('message', (outcome: Outcome) => {
      settle(thread, outcome);
      this.#endWhenIdle();
    });
    worker.on('error', (error) => (reason = error));
    worker.on('exit', (code) => this.#end(thread, `ended with code ${code}`, reason));
    return thread;
  }

  /** Does not wait for the thread to exit, which it never does while native code hangs in it. */
  #giveUp(thread: Thread, id: number): void {
    const task = thread.jobs.get(id)?.task;
    settle(thread, { id, error: tookTooLong(task) });
    this.#end(thread, `was given up with ${task}, which took too long,`);
    this.#terminate(thread);
  }

  #end(thread: Thread, how: string, cause?: unknown): void {
    if (thread.isOver) return;
    thread.isOver = true;
    if (this.#thread === thread) this.#thread = null;
    for (const [id, { task }] of thread.jobs)
      settle(thread, { id, ended: `The image thread ${how} during ${task}`, cause });
    this.#options.whenEnded?.();
  }
}

/** What comes after a job was given up is dropped. */
function settle({ jobs }: Thread, outcome: Outcome): void {
  const job = jobs.get(outcome.id);
  if (!job) return;
  jobs.delete(outcome.id);
  clearTimeout(job.deadline);
  job.seconds({ outcome: wordFor(outcome) });
  job.done(outcome);
}

const tookTooLong = (task: TaskName | undefined): DomainError => {
  const cause = new Error(`${task} took longer than ${IMAGE_JOB_MAX_MS} ms`);
  return new DomainError('unavailable', 'busy', 'The picture took too long to make; try again', {}, { cause });
};

const wordFor = (outcome: Outcome): 'made' | 'refused' | 'failed' =>
  'output' in outcome ? 'made' : 'rejection' in outcome ? 'refused' : 'failed';
