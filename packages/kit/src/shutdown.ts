/** Resolves when the process is asked to stop. */
export const untilShutdown = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
