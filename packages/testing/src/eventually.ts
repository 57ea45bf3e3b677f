import { waitFor } from '@estampa/stack/wait';

/** Generous, because a busy machine is no failure, and a result that never comes fails the test all the same. */
const DEADLINE_MS = 30_000;

/** Polls until the check stops throwing and returns something other than false. */
export function eventually<T>(
  check: () => Promise<T> | T,
  { deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {},
): Promise<Exclude<T, false>> {
  return waitFor('eventually', async () => ({ outcome: await mustBeValid(check) }), { deadlineMs }).then(
    ({ outcome }) => outcome,
    (error: Error) => {
      // The failed expectation says more than the deadline.
      throw error.cause ?? error;
    },
  );
}

async function mustBeValid<T>(check: () => Promise<T> | T): Promise<Exclude<T, false>> {
  const outcome = await check();
  if (outcome === false) throw new Error('still false at the deadline');
  return outcome as Exclude<T, false>;
}
