import { Worker } from 'node:worker_threads';
import type { TaskInput, TaskName, TaskOutput } from './picture-tasks.ts';
import { type Assignment, givenAway, type Outcome, outputOf } from './thread-messages.ts';

type Job = Assignment & { dueAt: number; done: (outcome: Outcome) => void };
type Thread = { worker: Worker; job: Job | null };

type Options = { threadsMax: number; idleMs: number; whenEnded?: () => void; entry?: URL };

const ENTRY = new URL('./picture-worker.ts', import.meta.url);
/** Pixels lie outside of these heaps. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

/** Threads for the work on pixels, started when there is work and ended when there was none for a while. */
export class PictureThreads implements AsyncDisposable {
  readonly #options: Options;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Job[] = [];
  #idle: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  get size(): number {
    return this.#threads.size;
  }

  /** The input is given away: its bytes, unless shared, cannot be used here any more. The job due first goes first. */
  async run<T extends TaskName>(task: T, input: TaskInput<T>, dueAt = 0): Promise<TaskOutput<T>> {
    const outcome = await new Promise<Outcome>((done) => {
      this.#waiting.push({ task, input, dueAt, done });
      this.#dispatch();
    });
    return outputOf(outcome) as TaskOutput<T>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#idle);
    const ending = [...this.#threads];
    // At once, so that nothing is given to a thread that is about to end.
    this.#threads.clear();
    await Promise.all(ending.map(({ worker }) => worker.terminate()));
  }

  async #giveBack(): Promise<void> {
    await this[Symbol.asyncDispose]();
    this.#options.whenEnded?.();
  }

  #dispatch(): void {
    clearTimeout(this.#idle);
    while (this.#waiting.length > 0) {
      const thread = this.#freeThread();
      if (!thread) return;
      const { task, input } = (thread.job = this.#takeFirst());
      const assignment: Assignment = { task, input };
      thread.worker.postMessage(assignment, givenAway(assignment));
    }
    if (this.size === 0 || [...this.#threads].some(({ job }) => job)) return;
    this.#idle = setTimeout(() => void this.#giveBack(), this.#options.idleMs).unref();
  }

  #takeFirst(): Job {
    const first = this.#waiting.reduce((due, job) => (job.dueAt < due.dueAt ? job : due));
    return this.#waiting.splice(this.#waiting.indexOf(first), 1)[0]!;
  }

  #freeThread(): Thread | null {
    const free = [...this.#threads].find(({ job }) => !job);
    if (free) return free;
    return this.#threads.size < this.#options.threadsMax ? this.#start() : null;
  }

  #start(): Thread {
    const worker = new Worker(this.#options.entry ?? ENTRY, { resourceLimits: RESOURCE_LIMITS });
    const thread: Thread = { worker, job: null };
    this.#threads.add(thread);
    let reason: unknown;
    worker.on('message', (outcome: Outcome) => this.#settle(thread, outcome));
    worker.on('error', (error) => (reason = error));
    worker.on('exit', (code) => {
      this.#threads.delete(thread);
      const error = new Error(`The thread that made the picture ended with code ${code}`, { cause: reason });
      this.#settle(thread, { error });
    });
    return thread;
  }

  #settle(thread: Thread, outcome: Outcome): void {
    const { job } = thread;
    thread.job = null;
    job?.done(outcome);
    this.#dispatch();
  }
}
