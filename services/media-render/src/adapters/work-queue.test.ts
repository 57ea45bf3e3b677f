import { describe, expect, it } from '@jest/globals';
import { WorkQueue } from './work-queue.ts';

describe('WorkQueue', () => {
  it('never runs more at once than it may, and runs all', async () => {
    const queue = new WorkQueue({ atOnceMax: 2, waitingMax: 10 });
    let [running, most] = [0, 0];
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return most;
    };

    const outcomes = await Promise.all(Array.from({ length: 9 }, () => queue.run(work)));

    expect(outcomes).toHaveLength(9);
    expect(most).toBe(2);
  });

  it('turns away who would wait behind too many', async () => {
    const queue = new WorkQueue({ atOnceMax: 1, waitingMax: 1 });
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const [running, waiting] = [queue.run(() => end), queue.run(() => end)];

    await expect(queue.run(() => end)).rejects.toMatchObject({ kind: 'busy', reason: 'busy' });

    resolve();
    await Promise.all([running, waiting]);
  });

  it('goes on after work that failed', async () => {
    const queue = new WorkQueue({ atOnceMax: 1, waitingMax: 1 });

    await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');

    expect(await queue.run(() => Promise.resolve('fine'))).toBe('fine');
  });
});
