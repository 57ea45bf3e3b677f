type Ending = () => Promise<unknown>;

// Jest may load the setup and the teardown as separate modules, so what they share hangs on the process.
const SHARED = Symbol.for('estampa.test-run-end');
const holder = globalThis as { [SHARED]?: Ending[] };

export function onEnd(ending: Ending): void {
  (holder[SHARED] ??= []).push(ending);
}

/** Ends the run once, last things first. */
export async function endTestRun(): Promise<void> {
  const endings = holder[SHARED] ?? [];
  holder[SHARED] = [];
  for (const ending of endings.toReversed()) await ending();
}
