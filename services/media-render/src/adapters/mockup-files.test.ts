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
    const files = new MockupFiles(1_000);
    await files.write('one', writing(pixels(100, 7)));

    expect(files.bytesOf('one')).toBe(100);
    expect(await read(files, 'one')).toEqual(pixels(100, 7));
    expect(await read(files, 'one')).toEqual(pixels(100, 7));
    files.clear();
  });

  it('hold so many bytes, those read last', async () => {
    const files = new MockupFiles(200);
    await files.write('one', writing(pixels(100, 1)));
    await files.write('two', writing(pixels(100, 2)));
    await read(files, 'one');
    await files.write('three', writing(pixels(100, 3)));

    expect(await read(files, 'two')).toBeNull();
    expect(await read(files, 'one')).toEqual(pixels(100, 1));
    expect(await read(files, 'three')).toEqual(pixels(100, 3));
    files.clear();
  });

  it('are none where nothing may be stored', async () => {
    const files = new MockupFiles(0);
    await files.write('one', writing(pixels(100)));

    expect(await read(files, 'one')).toBeNull();
  });

  it('are decoded anew after a disk failed', async () => {
    const files = new MockupFiles(1_000);
    await files.write('full', () => Promise.reject(new Error('no space left on device')));
    await files.write('broken', writing(pixels(100)));

    expect(await read(files, 'full')).toBeNull();
    expect(await files.read('broken', () => Promise.reject(new Error('input/output error')))).toBeNull();
    expect(files.bytesOf('broken')).toBe(0);
    files.clear();
  });

  it('stay open while they are read, though they have given way', async () => {
    const files = new MockupFiles(100);
    await files.write('one', writing(pixels(100, 1)));

    const bytes = await files.read('one', async ({ fd, ...packed }) => {
      await files.write('two', writing(pixels(100, 2)));
      return readPacked(fd, packed);
    });

    expect(bytes).toEqual(pixels(100, 1));
    files.clear();
  });
});

const pixels = (count: number, level = 0) => ({ pixels: new Uint8Array(count).fill(level) });

const writing = (value: object) => async (fd: number) => ({ ...writePacked(fd, value), canvases: [] });

/** As a thread gets it, whose sender gives the bytes away. */
const read = (files: MockupFiles, key: string) =>
  files.read(key, async ({ fd, meta, bytes }) =>
    readPacked(fd, { meta: structuredClone(meta, { transfer: [meta.buffer as ArrayBuffer] }), bytes }),
  );
