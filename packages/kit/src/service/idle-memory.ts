const POLL_EVERY_MS = 5_000;
/** Shares of one processor core. */
const BUSY_SHARE = 0.2;
const IDLE_SHARE = 0.05;

/**
 * Work leaves garbage that an idle process would never return, since V8 collects as it allocates. Once the process is idle
 * again it goes back to the system, where node was started with --expose-gc.
 */
export function releaseMemoryWhenIdle(): void {
  if (!globalThis.gc) return;
  let wasBusy = true;
  let before = process.cpuUsage();
  const check = () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const share = (user + system) / 1_000 / POLL_EVERY_MS;
    if (share > BUSY_SHARE) wasBusy = true;
    if (!wasBusy || share > IDLE_SHARE) return;
    wasBusy = false;
    giveBackMemory();
  };
  setInterval(check, POLL_EVERY_MS).unref();
}

/** Also what only counts as free until the next collection, such as decoded images that were let go. */
export function giveBackMemory(): void {
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
}
