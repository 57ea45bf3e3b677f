import { describe, expect, it } from 'vitest';
import { rejectionOf } from './decoding.ts';
import { readImageInfo } from './image-header.ts';
import { artworkImages } from './image-reader.ts';

const REJECTED = expect.objectContaining({ kind: 'invalid', reason: 'not_an_image' });

describe('what cannot be read', () => {
  it('is the fault of its file', async () => {
    await expect(readImageInfo(Buffer.from('no picture'))).rejects.toEqual(REJECTED);
    expect(rejectionOf(new Error('pngload_buffer: libspng read error'))).toEqual(REJECTED);
  });

  it('is not, when the file never came or the disk is full', async () => {
    await expect(readImageInfo('/nowhere/at/all')).rejects.not.toEqual(REJECTED);
    await expect(artworkImages('/nowhere/at/all')).rejects.not.toEqual(REJECTED);
    for (const message of ['wbuffer_write: write error', 'unable to create temporary file: No space left on device']) {
      const error = new Error(message);
      expect(rejectionOf(error)).toBe(error);
    }
  });
});
