type Ending = () => Promise<unknown>;
type Target = Pick<NodeJS.Process, 'removeAllListeners' | 'on' | 'exit'>;

const INTERRUPTED = 130;

let endings: Ending[] = [];

export function onEnd(ending: Ending): void {
  endings.push(ending);
}

/** Ends the run once, last things first. */
export async function endTestRun(): Promise<void> {
  const due = endings.toReversed();
  endings = [];
  for (const ending of due) await ending();
}

/**
 * Ends the servers of a run before its process: Vitest's own listeners would exit a millisecond after the signal, and
 * leave all servers running. A terminal's Ctrl-C arrives twice, since the parent process passes it on.
 */
export function endOnSignal(target: Target): void {
  let ending: Promise<unknown> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    target.removeAllListeners(signal);
    target.on(signal, () => (ending ??= endTestRun().finally(() => target.exit(INTERRUPTED))));
  }
}
