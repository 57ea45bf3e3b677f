import { describe, expect, it } from 'vitest';
import { GiveUp, pauseAfter, waitFor } from './wait.ts';

describe('waitFor', () => {
  it('gives what the check finds, after failures and rejections', async () => {
    const responses = [() => undefined, () => false as const, () => fail('not yet'), () => 'found'];

    expect(await waitFor('it', () => responses.shift()?.(), { deadlineMs: 1_000, everyMs: 1 })).toBe('found');
  });

  it('names what it waited for, with the last error as the cause', async () => {
    const missed = waitFor('the sun', () => fail('still night'), { deadlineMs: 5, everyMs: 1 });

    await expect(missed).rejects.toMatchObject({
      message: 'the sun: not within 5 ms',
      cause: expect.objectContaining({ message: 'still night' }),
    });
  });

  it('stops at once when the check gives up', async () => {
    const hopeless = () => Promise.reject(new GiveUp('it ended'));

    await expect(waitFor('it', hopeless, { deadlineMs: 60_000 })).rejects.toThrow('it ended');
  });
});

it.each([
  [0, 1, 20],
  [200, 1, 20],
  [500, 1, 50],
  [2_000, 1, 200],
  [60_000, 1, 200],
  [2_000, 300, 200],
  [5_000, 300, 500],
  [60_000, 300, 900],
])('after %d ms and a check of %d ms the next check waits for %d ms', (waitedMs, checkedMs, pauseMs) => {
  expect(pauseAfter(waitedMs, checkedMs)).toBe(pauseMs);
});

function fail(message: string): never {
  throw new Error(message);
}
