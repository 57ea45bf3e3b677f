import { open } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { composeScene, SCENES, sceneOf } from './composition-scenes.ts';
import { readPacked, writePacked } from './mockup-file.ts';
import { MockupFiles } from './mockup-files.ts';
import { temporaryFile } from './temporary-file.ts';

describe('a decoded template from a file composes the same image', () => {
  it.each(Object.keys(SCENES))('%s', async (name) => {
    const scene = await sceneOf(SCENES[name]!);
    await using file = await temporaryFile();
    await using handle = await open(file.path, 'wx+');

    const image = await composeScene(
      scene,
      (product) => readPacked(handle.fd, writePacked(handle.fd, product)) as typeof product,
    );

    expect(Buffer.compare(image.pixels, (await composeScene(scene)).pixels)).toBe(0);
  });
});

it('a file that is shorter than what was written is an error', async () => {
  await using file = await temporaryFile();
  await using handle = await open(file.path, 'wx+');
  const packed = writePacked(handle.fd, pixels(100));
  await handle.truncate(99);

  expect(() => readPacked(handle.fd, packed)).toThrow('A file ended after 99 of 100 bytes');
});

it('what has no place in a file is an error', async () => {
  await using file = await temporaryFile();
  await using handle = await open(file.path, 'wx+');

  expect(() => writePacked(handle.fd, { big: new BigInt64Array(1) })).toThrow('BigInt64Array has no place in a file');
});

describe('files of decoded templates', () => {
  it('are read again and again', async () => {
    const files = new MockupFiles(MEBIBYTE);
    await files.write('one', 100, writing(pixels(100, 7)));

    expect(files.bytesOf('one')).toBeGreaterThanOrEqual(100);
    expect(await read(files, 'one')).toEqual(pixels(100, 7));
    expect(await read(files, 'one')).toEqual(pixels(100, 7));
    files.clear();
  });

  it('hold so many bytes, those read last, each of them counted as a mebibyte at least', async () => {
    const files = new MockupFiles(2 * MEBIBYTE);
    await files.write('one', 100, writing(pixels(100, 1)));
    await files.write('two', 100, writing(pixels(100, 2)));
    await read(files, 'one');
    await files.write('three', 100, writing(pixels(100, 3)));

    expect(await read(files, 'two')).toBeNull();
    expect(await read(files, 'one')).toEqual(pixels(100, 1));
    expect(await read(files, 'three')).toEqual(pixels(100, 3));
    files.clear();
  });

  it.each([
    ['where nothing may be stored', 0],
    ['for a template larger than all of them, which displaces no other', MEBIBYTE],
  ])('are not begun %s', async (_where, bytesMax) => {
    const files = new MockupFiles(bytesMax);
    await files.write('small', 100, writing(pixels(100)));
    const written: number[] = [];
    await files.write('large', bytesMax + 1, async (fd) => {
      written.push(fd);
      return writing(pixels(bytesMax + 1))(fd);
    });

    expect(written).toEqual([]);
    expect(await read(files, 'large')).toBeNull();
    expect(await read(files, 'small')).toEqual(bytesMax === 0 ? null : pixels(100));
    files.clear();
  });

  it('are decoded anew after a disk failed', async () => {
    const files = new MockupFiles(MEBIBYTE);
    await files.write('full', 100, () => Promise.reject(new Error('no space left on device')));
    await files.write('broken', 100, writing(pixels(100)));

    expect(await read(files, 'full')).toBeNull();
    expect(await files.read('broken', () => Promise.reject(new Error('input/output error')))).toBeNull();
    expect(files.bytesOf('broken')).toBe(0);
    files.clear();
  });

  it('are decoded anew also by whoever waited for one whose writing failed', async () => {
    const files = new MockupFiles(MEBIBYTE);
    const begun = Promise.withResolvers<void>();
    const written = files.write('one', 100, async () => {
      await begun.promise;
      throw new Error('no space left on device');
    });
    const reading = read(files, 'one');
    begun.resolve();

    expect(await reading).toBeNull();
    await written;
  });

  it('stay open while they are read, though they have given way', async () => {
    const files = new MockupFiles(MEBIBYTE);
    await files.write('one', 100, writing(pixels(100, 1)));

    const bytes = await files.read('one', async ({ fd, ...packed }) => {
      await files.write('two', 100, writing(pixels(100, 2)));
      return readPacked(fd, packed);
    });

    expect(bytes).toEqual(pixels(100, 1));
    files.clear();
  });
});

const MEBIBYTE = 1024 * 1024;

const pixels = (count: number, level = 0) => ({ pixels: new Uint8Array(count).fill(level) });

const writing = (value: object) => async (fd: number) => ({ ...writePacked(fd, value), canvases: [] });

/** As a thread gets it, whose sender gives the bytes away. */
const read = (files: MockupFiles, key: string) =>
  files.read(key, async ({ fd, meta, bytes }) =>
    readPacked(fd, { meta: structuredClone(meta, { transfer: [meta.buffer as ArrayBuffer] }), bytes }),
  );
