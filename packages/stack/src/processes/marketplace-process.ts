import type { ProcessName, Surroundings } from '../topology.ts';
import { startNodeProcess } from './node-process.ts';
import { keepAlive } from './keep-alive.ts';

export interface MarketplaceProcess {
  readonly name: ProcessName;
  /** Changes with every restart. */
  readonly pid: number;
  readonly startMs: number;
  kill(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
  /** Stops it if need be, starts it again with the same environment and waits until it is ready. */
  restart(): Promise<void>;
  log(lines?: number): string;
  /** From now on a death that nobody asked for is told and answered by a restart. */
  supervise(tell: (message: string) => void): void;
}

export async function runProcess(
  name: ProcessName,
  surroundings: Surroundings,
  overrides: Record<string, string>,
): Promise<MarketplaceProcess> {
  const start = () => startNodeProcess(name, surroundings, overrides);
  let { started: current, startMs } = await start();
  let stopped = false;
  let restarting = false;

  const stop = async () => {
    stopped = true;
    await current.stop();
  };
  const restart = async () => {
    restarting = true;
    try {
      await current.stop();
      ({ started: current, startMs } = await start());
    } finally {
      restarting = false;
    }
    // The whole marketplace may have been stopped meanwhile.
    if (stopped) await current.stop();
  };
  return {
    name,
    get pid() {
      return current.pid;
    },
    get startMs() {
      return startMs;
    },
    kill: (signal) => current.kill(signal),
    stop,
    restart,
    log: (lines) => current.log(lines),
    supervise: (tell) =>
      void keepAlive({ name, tell, restart, current: () => current, isWanted: () => !stopped && !restarting }),
  };
}
