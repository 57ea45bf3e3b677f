import { constants } from 'node:os';
import type { Log } from '../telemetry/log.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** As a shell says that a signal ended a process. */
const EXIT_OF_SIGNAL = 128;

/**
 * Ends a process that is stopped before it serves anything, until the returned function is called. No client waits for
 * it, and the database rolls back what is under way; a migration that did not come to its end is no success. The first process
 * of a container has to do this itself: no signal ends it that it does not handle.
 */
export function exitWhileStarting(log: Pick<Log, 'info'>): () => void {
  const exit = (signal: (typeof SIGNALS)[number]) => {
    log.info({ signal }, 'stopped before it was ready');
    process.exit(EXIT_OF_SIGNAL + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.once(signal, exit);
  return () => {
    for (const signal of SIGNALS) process.off(signal, exit);
  };
}

/** Resolves when the process gets a signal to stop. */
export const untilShutdown = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const signal of SIGNALS) process.once(signal, resolve);
  });

const LINGER_MS = 1_000;

/**
 * The last step of a shutdown: exits even if something keeps the process alive, as a Kafka client does for a minute
 * while it waits for its group.
 */
export const endProcess = (): void => void setTimeout(() => process.exit(), LINGER_MS).unref();

/** An uncaught error leaves the process in an unknown state: log it and exit, so that a fresh process takes over. */
export function exitOnCrash(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.once(event, (error: unknown) => {
      log.fatal({ err: error, event }, 'crashed');
      process.exit(1);
    });
  }
}
