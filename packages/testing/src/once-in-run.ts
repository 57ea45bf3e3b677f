import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@estampa/stack/wait';
import { currentTestRun } from './test-run.ts';

const DEADLINE_MS = 180_000;

/**
 * Makes something once for all test files of the run: in the first one that requests it by this name, while others wait for its
 * outcome, which has to survive JSON. Throws in each of them when it failed, and after three minutes without an outcome.
 */
export async function onceInRun<T>(name: string, make: (place: string) => Promise<T>): Promise<T> {
  const { directory } = currentTestRun();
  const place = join(directory, name);
  const file = join(place, 'outcome.json');
  mkdirSync(directory, { recursive: true });
  if (isFirst(place)) await publish(make(place), file);
  await waitFor(name, () => existsSync(file), { deadlineMs: DEADLINE_MS });
  const outcome = JSON.parse(readFileSync(file, 'utf8')) as { value: T } | { failure: string };
  if ('failure' in outcome) throw new Error(`${name} failed: ${outcome.failure}`);
  return outcome.value;
}

/** Making a directory is done by one process alone. */
function isFirst(place: string): boolean {
  try {
    mkdirSync(place);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Writes the outcome atomically, for the files that wait for it. */
async function publish(making: Promise<unknown>, file: string): Promise<void> {
  const outcome = await making.then(
    (value) => ({ value }),
    (error: unknown) => ({ failure: String(error) }),
  );
  writeFileSync(`${file}.new`, JSON.stringify(outcome));
  renameSync(`${file}.new`, file);
}
