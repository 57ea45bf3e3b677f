import { Worker } from 'node:worker_threads';
import { imageWork } from '../metrics.ts';
import type { Cached } from './image-shelf.ts';
import type { TaskInput, TaskName, TaskOutput } from './image-tasks.ts';
import { type Assignment, givenAway, type Instruction, type Outcome, outputOf } from './thread-messages.ts';

type Job = {
  task: TaskName;
  done: (outcome: Outcome) => void;
  seconds: (labels: { outcome: 'made' | 'refused' | 'failed' }) => void;
};
type Thread = { worker: Worker; jobs: Map<number, Job> };

type Options = { idleMs: number; whenEnded?: () => void; entry?: URL };

const ENTRY = new URL('./image-worker.ts', import.meta.url);
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
  #idle: NodeJS.Timeout | undefined;
  #jobs = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#thread !== null;
  }

  /** The input is given away: its bytes cannot be used here any more. */
  async run<T extends TaskName>(task: T, input: TaskInput<T>): Promise<TaskOutput<T>> {
    clearTimeout(this.#idle);
    const outcome = await new Promise<Outcome>((done) => {
      const thread = (this.#thread ??= this.#start());
      const id = (this.#jobs += 1);
      // What cannot be sent is thrown here, and is no job then that somebody would wait for.
      thread.worker.postMessage({ id, task, input } satisfies Assignment, givenAway(input));
      thread.jobs.set(id, { task, done, seconds: imageWork.startTimer({ task }) });
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
    await thread?.worker.terminate();
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    if (this.#thread?.jobs.size !== 0) return;
    this.#idle = setTimeout(() => void this[Symbol.asyncDispose](), this.#options.idleMs).unref();
  }

  #start(): Thread {
    const worker = new Worker(this.#options.entry ?? ENTRY, { resourceLimits: RESOURCE_LIMITS });
    const thread: Thread = { worker, jobs: new Map() };
    let reason: unknown;
    worker.on('message', (outcome: Outcome) => {
      const job = thread.jobs.get(outcome.id);
      thread.jobs.delete(outcome.id);
      job?.seconds({ outcome: wordFor(outcome) });
      job?.done(outcome);
      this.#endWhenIdle();
    });
    worker.on('error', (error) => (reason = error));
    worker.on('exit', (code) => {
      if (this.#thread === thread) this.#thread = null;
      for (const [id, { task, done, seconds }] of thread.jobs) {
        seconds({ outcome: 'failed' });
        done({ id, ended: `The image thread ended with code ${code} during ${task}`, cause: reason });
      }
      this.#options.whenEnded?.();
    });
    return thread;
  }
}

const wordFor = (outcome: Outcome): 'made' | 'refused' | 'failed' =>
  'output' in outcome ? 'made' : 'rejection' in outcome ? 'refused' : 'failed';
