import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { finishInPairs } from './finish-together.ts';

const WAIT_MS = 50;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Tasks that end when the test says so, and the names of those that were released, in order. */
function tasks(most: number) {
  const together = finishInPairs({ most, waitMs: WAIT_MS });
  const wentOn: string[] = [];
  const begin = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const reported = together(() => promise).then(
      (result) => void wentOn.push(result),
      (error: Error) => void wentOn.push(error.message),
    );
    return { end: () => resolve(name), fail: () => reject(new Error(`no ${name}`)), reported };
  };
  return { begin, wentOn };
}

const settled = () => new Promise(setImmediate);

describe('tasks released in groups', () => {
  it('releases a single task without delay', async () => {
    const { begin, wentOn } = tasks(3);
    const a = begin('a');
    a.end();
    await a.reported;
    expect(wentOn).toEqual(['a']);
  });

  it('waits until as many are done as may', async () => {
    const { begin, wentOn } = tasks(2);
    const [a, b, c] = [begin('a'), begin('b'), begin('c')];
    a.end();
    await settled();
    expect(wentOn).toEqual([]);
    b.end();
    await settled();
    expect(wentOn).toEqual(['a', 'b']);
    c.end();
    await c.reported;
    expect(wentOn).toEqual(['a', 'b', 'c']);
  });

  it('waits no longer than it may', async () => {
    const { begin, wentOn } = tasks(3);
    const [a, b] = [begin('a'), begin('b')];
    a.end();
    await settled();
    vi.advanceTimersByTime(WAIT_MS - 1);
    await settled();
    expect(wentOn).toEqual([]);
    vi.advanceTimersByTime(1);
    await settled();
    expect(wentOn).toEqual(['a']);
    b.end();
    await b.reported;
    expect(wentOn).toEqual(['a', 'b']);
  });

  it('rejects a failure at once, and does not wait for failed tasks', async () => {
    const { begin, wentOn } = tasks(3);
    const [a, b] = [begin('a'), begin('b')];
    a.end();
    await settled();
    b.fail();
    await settled();
    expect(wentOn.toSorted()).toEqual(['a', 'no b']);
  });
});
