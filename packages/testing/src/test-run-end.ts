type Ending = () => Promise<unknown>;

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
