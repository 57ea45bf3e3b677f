import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import type { TaskName } from './image-tasks.ts';
import { IMAGE_JOB_MAX_MS, ImageThread } from './image-thread.ts';
import { CrashRetry } from './crash-retry.ts';

/** A thread that repeats its input a little later, and ends or hangs when the input says so. */
const FRAGILE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, task, input }) => {
      if (task === 'exit') process.exit(3);
      while (task === 'hang');
      setImmediate(() => parentPort.postMessage({ id, output: input }));
    });`)}`,
);

let thread: ImageThread;
afterEach(() => thread[Symbol.asyncDispose]());

function start() {
  let ended = 0;
  const tries: string[] = [];
  thread = new ImageThread({ idleMs: 60_000, entry: FRAGILE, whenEnded: () => (ended += 1) });
  const retry = new CrashRetry();
  const submit = (task: string, input: string) =>
    retry.run(() => {
      tries.push(input);
      return thread.run(task as TaskName, input) as Promise<unknown>;
    });
  return { retry, submit, tries, threadsEnded: () => ended };
}

it('does work again that lost its thread to other work, and fails what ends a thread by itself', async () => {
  const { submit, tries, threadsEnded } = start();

  const all = [submit('echo', 'one'), submit('exit', 'culprit'), submit('echo', 'two'), submit('exit', 'another')];
  const outcomes = await Promise.allSettled(all);

  const message = 'The image thread ended with code 3 during exit';
  const failed = { status: 'rejected', reason: expect.objectContaining({ name: 'ThreadEnded', message }) };
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 'one' },
    failed,
    { status: 'fulfilled', value: 'two' },
    failed,
  ]);
  expect(tries.toSorted()).toEqual(['another', 'another', 'culprit', 'culprit', 'one', 'one', 'two', 'two']);
  expect(threadsEnded()).toBe(3);
});

it('fails what hangs at its deadline without a retry, and repeats what was sent to its thread since', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { submit, tries, threadsEnded } = start();
  const all = [submit('hang', 'culprit')];
  vi.advanceTimersByTime(1);
  all.push(submit('echo', 'one'), submit('echo', 'two'));

  vi.advanceTimersByTime(IMAGE_JOB_MAX_MS - 1);
  const outcomes = await Promise.allSettled(all);

  expect(outcomes).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ kind: 'unavailable', reason: 'busy' }) },
    { status: 'fulfilled', value: 'one' },
    { status: 'fulfilled', value: 'two' },
  ]);
  expect(tries.toSorted()).toEqual(['culprit', 'one', 'one', 'two', 'two']);
  expect(threadsEnded()).toBe(1);
});

it('queues what comes in the meantime, so that no thread ends under it', async () => {
  const { submit, tries } = start();
  const culprit = Promise.allSettled([submit('exit', 'culprit')]);
  await Promise.allSettled([thread.run('exit' as TaskName, null as never)]);

  const next = submit('echo', 'next');

  expect(await next).toBe('next');
  expect(await culprit).toMatchObject([{ status: 'rejected' }]);
  expect(tries).toEqual(['culprit', 'culprit', 'next']);
});

it('does nothing again when it is over', async () => {
  const { retry, submit, tries } = start();
  const lost = submit('exit', 'lost');

  retry[Symbol.dispose]();

  await expect(lost).rejects.toThrow('ended with code 3');
  expect(tries).toEqual(['lost']);
});
