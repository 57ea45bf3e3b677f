import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@estampa/testing/eventually';
import { DomainError } from '@estampa/kernel/errors';
import sharp from 'sharp';
import type { TaskName } from './picture-tasks.ts';
import { PictureThreads } from './picture-threads.ts';

let threads: PictureThreads;
afterEach(() => threads[Symbol.asyncDispose]());

const start = (options: { threadsMax?: number; idleMs?: number; whenEnded?: () => void; entry?: URL } = {}) =>
  (threads = new PictureThreads({ threadsMax: 2, idleMs: 60_000, ...options }));

const picture = async () => {
  const image = sharp({ create: { width: 30, height: 20, channels: 4, background: '#0a6' } });
  return new Uint8Array(await image.png().toBuffer());
};

/** A thread that repeats what it is told, and ends when it is told so. */
const ECHO = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ task, input }) => {
      if (task === 'exit') process.exit(3);
      if (task === 'throw') throw new Error('broken');
      parentPort.postMessage({ output: input });
    });`)}`,
);
const tell = (task: string, input: unknown = null, dueAt = 0) =>
  threads.run(task as TaskName, input as never, dueAt) as Promise<unknown>;

describe('PictureThreads', () => {
  it('decode into memory that all threads see, from bytes that are given away', async () => {
    start();
    const bytes = await picture();

    const artwork = await threads.run('decodeArtwork', bytes);

    expect(bytes.byteLength).toBe(0);
    expect(artwork).toMatchObject({ width: 30, height: 20, alpha: null });
    expect(artwork.colour.pixels.buffer.constructor.name).toBe('SharedArrayBuffer');
    expect([...artwork.colour.pixels.subarray(0, 3)]).toEqual([0, 170, 102]);
  });

  it('hand a refusal on as what it is', async () => {
    start();

    const refused = threads.run('artworkPictures', import.meta.filename);

    await expect(refused).rejects.toBeInstanceOf(DomainError);
    await expect(refused).rejects.toMatchObject({ kind: 'invalid', reason: 'not_an_image' });
  });

  it('are started when there is work, and never more than allowed', async () => {
    start({ entry: ECHO });
    expect(threads.size).toBe(0);

    const answers = await Promise.all([1, 2, 3, 4, 5].map((number) => tell('echo', number)));

    expect(answers).toEqual([1, 2, 3, 4, 5]);
    expect(threads.size).toBe(2);
  });

  it('do first what is due first', async () => {
    start({ entry: ECHO, threadsMax: 1 });
    const done: unknown[] = [];
    const told = [
      [3, 'running'],
      [2, 'later'],
      [1, 'sooner'],
    ] as const;

    await Promise.all(told.map(async ([dueAt, name]) => done.push(await tell('echo', name, dueAt))));

    expect(done).toEqual(['running', 'sooner', 'later']);
  });

  it.each(['exit', 'throw'])('that end by %s fail the work at hand and no other, and are replaced', async (how) => {
    start({ entry: ECHO, threadsMax: 1 });

    const [broken, next] = await Promise.allSettled([tell(how), tell('echo', 'next')]);

    expect(broken).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('ended with code') },
    });
    expect(next).toEqual({ status: 'fulfilled', value: 'next' });
  });

  it('end when there is nothing to do, and start again when there is', async () => {
    let ended = 0;
    start({ entry: ECHO, idleMs: 1, whenEnded: () => (ended += 1) });
    await tell('echo');

    await eventually(() => expect([threads.size, ended]).toEqual([0, 1]));

    expect(await tell('echo', 'again')).toBe('again');
  });
});
