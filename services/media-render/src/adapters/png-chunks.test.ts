import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { chunkOf } from './banded-png.ts';
import { compressedPixels } from './png-chunks.ts';
import { temporaryFile } from './temporary-file.ts';

const SIGNATURE = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const PIXELS = [Buffer.from('first'), Buffer.alloc(0), Buffer.from('the second'), Buffer.from('s')];

it.each([1, 7, 13, 1_000])(
  'the pixels of a PNG are all of its chunks of them, in blocks of %i bytes',
  async (bytes) => {
    await using file = await temporaryFile();
    const chunks = [
      chunkOf('IHDR', Buffer.alloc(13)),
      chunkOf('pHYs', Buffer.alloc(9, 1)),
      ...PIXELS.map((pixels) => chunkOf('IDAT', pixels)),
      chunkOf('IEND', new Uint8Array()),
    ];
    await writeFile(file.path, Buffer.concat([SIGNATURE, ...chunks]));

    const pieces: Buffer[] = [];
    for await (const piece of compressedPixels(file.path, bytes)) pieces.push(Buffer.from(piece));

    expect(Buffer.concat(pieces)).toEqual(Buffer.concat(PIXELS));
  },
);
