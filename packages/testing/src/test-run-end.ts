type Ending = () => Promise<unknown>;
type Told = Pick<NodeJS.Process, 'removeAllListeners' | 'on' | 'exit'>;

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
 * Ends the run before the process that has it: Vitest's own listeners would exit a millisecond after the signal, and leave all
 * servers. A terminal's Ctrl-C comes twice, since whoever started the process passes it on.
 */
export function endWhenTold(told: Told): void {
  let ending: Promise<unknown> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    told.removeAllListeners(signal);
    told.on(signal, () => (ending ??= endTestRun().finally(() => told.exit(INTERRUPTED))));
  }
}
