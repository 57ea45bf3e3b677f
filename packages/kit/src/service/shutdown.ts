/** Resolves when the process is asked to stop. */
export const untilShutdown = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });

const LINGER_MS = 1_000;

/** To be released last: what holds the process after that (a Kafka client that waits for its group does so for a minute) is not waited for. */
export const endProcess = (): void => void setTimeout(() => process.exit(), LINGER_MS).unref();
