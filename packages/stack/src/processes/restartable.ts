import { keepAlive } from './keep-alive.ts';
import type { ManagedProcess } from './managed-process.ts';
import { signalTree } from './process-table.ts';

/** A process that can be started again as it was: same port, same data. */
export interface Restartable {
  /** Changes with every start. */
  readonly pid: number;
  /** How long the last start took until it was ready. */
  readonly startMs: number;
  kill(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
  /** Stops it if need be, starts it again and waits until it is ready. */
  restart(): Promise<void>;
  /** Suspends the process, as when a machine hangs: memory, port and connections stay, but it responds to nothing. */
  freeze(): void;
  thaw(): void;
  /** From now on, reports an unexpected exit and restarts the process. */
  supervise(report: (message: string) => void): void;
  /** Lets this process end while the other goes on. */
  release(): void;
  log(lines?: number): string;
}

/** Starts a process with a function that resolves when it is ready, and can repeat that. */
export async function startRestartable(name: string, start: () => Promise<ManagedProcess>): Promise<Restartable> {
  let startMs = 0;
  let isWanted = true;
  let isRestarting = false;
  let restarts = Promise.resolve();
  let supervise = () => {};

  const timedStart = async () => {
    const begin = performance.now();
    const started = await start();
    startMs = performance.now() - begin;
    return started;
  };
  let current = await timedStart();

  const stopCurrent = async () => {
    if (!current.running()) return;
    // A frozen process would not receive the stop signal.
    signalTree(current.pid, 'SIGCONT');
    await current.stop();
  };
  const startAgain = async () => {
    isRestarting = true;
    try {
      await stopCurrent();
      current = await timedStart();
    } finally {
      isRestarting = false;
    }
    // A stop may have been requested during the start.
    if (!isWanted) await stopCurrent();
  };
  /** Serializes restarts. */
  const queued = (): Promise<void> => {
    const restart = restarts.then(startAgain);
    restarts = restart.catch(() => undefined);
    return restart;
  };
  return {
    get pid() {
      return current.pid;
    },
    get startMs() {
      return startMs;
    },
    kill: (signal) => current.kill(signal),
    async stop() {
      isWanted = false;
      await stopCurrent();
      await restarts;
    },
    async restart() {
      isWanted = true;
      await queued();
      supervise();
    },
    freeze: () => signalTree(current.pid, 'SIGSTOP'),
    thaw: () => signalTree(current.pid, 'SIGCONT'),
    supervise(report) {
      let isWatched = false;
      supervise = () => {
        if (isWatched) return;
        isWatched = true;
        const watched = { name, report, current: () => current, isWanted: () => isWanted && !isRestarting };
        void keepAlive({ ...watched, restart: queued }).finally(() => (isWatched = false));
      };
      supervise();
    },
    release: () => current.release(),
    log: (lines) => current.log(lines),
  };
}
