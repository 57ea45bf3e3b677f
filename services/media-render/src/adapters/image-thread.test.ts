import type { SurfaceScene } from '../domain/surface-layout.ts';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DomainError } from '@estampa/kernel/errors';
import { eventually } from '@estampa/testing/eventually';
import { FLAT_SURFACE } from '@estampa/kernel/surface';
import sharp from 'sharp';
import type { TaskName } from './image-tasks.ts';
import { IMAGE_JOB_MAX_MS, ImageThread } from './image-thread.ts';

let thread: ImageThread;
afterEach(() => thread[Symbol.asyncDispose]());
// The thread restricts what sharp reads in its process, in which other tests run afterwards.
afterAll(() => sharp.unblock({ operation: ['VipsForeignLoad'] }));

const start = (options: { idleMs?: number; whenEnded?: () => void; entry?: URL } = {}) =>
  (thread = new ImageThread({ idleMs: 60_000, ...options }));

const SIZE = { width: 30, height: 20 };
const FULL = { x: 0, y: 0, ...SIZE };
const sampleImage = async (background: string) => {
  const image = sharp({ create: { ...SIZE, channels: 4, background } });
  return new Uint8Array(await image.png().toBuffer());
};
const template = async () => ({
  files: { base: await sampleImage('#0a6') },
  scenes: [{ surface: FLAT_SURFACE, printArea: FULL, inkArea: FULL, sourceImage: SIZE, output: SIZE }] as [
    SurfaceScene,
  ],
  colour: null,
});

/** A thread that repeats its input, and ends or blocks when the input says so. */
const ECHO = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, task, input }) => {
      if (task === 'exit') process.exit(3);
      while (task === 'block');
      if (task === 'throw') throw new Error('broken');
      parentPort.postMessage({ id, output: input });
    });`)}`,
);
const report = (task: string, input: unknown = null) =>
  thread.run(task as TaskName, input as never) as Promise<unknown>;

describe('ImageThread', () => {
  it('caches what it decodes, takes bytes as given away, and composes by number', async () => {
    start();
    const bytes = await sampleImage('#f00');

    const artwork = await thread.run('decodeArtwork', bytes);
    const mockup = await thread.run('decodeForPreviews', await template());
    const plan = {
      region: { x: 5, y: 5, width: 6, height: 4 },
      crop: { x: 0, y: 0, ...SIZE },
      scaled: { width: 6, height: 4 },
      size: { width: 6, height: 4 },
    };
    const drawing = { artwork, plan: { ...plan, halvings: 0, rotation: 0, centre: { x: 8, y: 7 } } };
    const [png] = await thread.run('composePreview', { mockup, drawings: [drawing] });

    expect(bytes.byteLength).toBe(0);
    expect(artwork).toEqual({ storedAs: 1, bytes: (30 * 20 + 15 * 10 + 8 * 5 + 4 * 3) * 3 });
    const raw = await sharp(png).raw().toBuffer();
    const pixel = (x: number, y: number) => [...raw.subarray((y * 30 + x) * 3, (y * 30 + x) * 3 + 3)];
    expect([pixel(7, 7), pixel(4, 7), pixel(11, 7)]).toEqual([
      [255, 0, 0],
      [0, 170, 102],
      [0, 170, 102],
    ]);
  });

  it('gives the files of a render one by one', async () => {
    start();
    const mockup = await thread.run('decodeTemplate', await template());

    const encoding = await thread.run('composeRender', { mockup, drawings: [null], colour: null });
    const image = await thread.run('encodedFile', { encoding, at: 0 });
    thread.forget(encoding);

    expect(encoding.count).toBe(1);
    expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', ...SIZE });
    await expect(thread.run('encodedFile', { encoding, at: 0 })).rejects.toThrow('has ended');
  });

  it('forgets what was released', async () => {
    start();
    const mockup = await thread.run('decodeForPreviews', await template());

    thread.forget(mockup);

    const gone = thread.run('composePreview', { mockup, drawings: [null] });
    await expect(gone).rejects.toThrow('has ended');
  });

  it('hands a rejection on as what it is', async () => {
    start();

    const rejected = thread.run('artworkImages', import.meta.filename);

    await expect(rejected).rejects.toBeInstanceOf(DomainError);
    await expect(rejected).rejects.toMatchObject({ kind: 'invalid', reason: 'not_an_image' });
  });

  it.each(['exit', 'throw'])('that ends by %s fails the work at hand and no other, and is replaced', async (how) => {
    let ended = 0;
    start({ entry: ECHO, whenEnded: () => (ended += 1) });

    const [broken] = await Promise.allSettled([report(how)]);
    const [next] = await Promise.allSettled([report('echo', 'next')]);

    const reason = { message: expect.stringContaining('ended with code') };
    expect(broken).toMatchObject({ status: 'rejected', reason });
    expect(next).toEqual({ status: 'fulfilled', value: 'next' });
    expect(ended).toBe(1);
  });

  it('gives up a job at its deadline and is replaced, though its thread never responds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let ended = 0;
    start({ entry: ECHO, whenEnded: () => (ended += 1) });
    const blocked = report('block').catch((error: unknown) => error);

    vi.advanceTimersByTime(IMAGE_JOB_MAX_MS - 1);
    expect([thread.isRunning, ended]).toEqual([true, 0]);
    vi.advanceTimersByTime(1);
    expect([thread.isRunning, ended]).toEqual([false, 1]);

    expect(await blocked).toMatchObject({ name: 'DomainError', kind: 'unavailable', reason: 'busy' });
    expect(await report('echo', 'next')).toBe('next');
    expect(ended).toBe(1);
  });

  it('rejects what cannot be sent to it, and ends all the same when there is nothing to do', async () => {
    start({ entry: ECHO, idleMs: 1 });

    await expect(report('echo', () => 'a function')).rejects.toThrow('could not be cloned');

    expect(await report('echo', 'next')).toBe('next');
    await eventually(() => expect(thread.isRunning).toBe(false));
  });

  it('ends when there is nothing to do, and starts again when there is', async () => {
    let ended = 0;
    start({ entry: ECHO, idleMs: 1, whenEnded: () => (ended += 1) });
    await report('echo');

    await eventually(() => expect([thread.isRunning, ended]).toEqual([false, 1]));

    expect(await report('echo', 'again')).toBe('again');
  });
});
