import type { Log } from '../telemetry/log.ts';

/** What nobody caught leaves the process in an unknown state: say so and end, so that a fresh one takes its place. */
export function exitOnCrash(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.once(event, (error: unknown) => {
      log.fatal({ err: error, event }, 'crashed');
      process.exit(1);
    });
  }
}
