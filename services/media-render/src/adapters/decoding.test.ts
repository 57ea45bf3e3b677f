import { describe, expect, it } from '@jest/globals';
import { refusalOf } from './decoding.ts';
import { imageFacts } from './image-header.ts';
import { artworkImages } from './image-reader.ts';

const REFUSED = expect.objectContaining({ kind: 'invalid', reason: 'not_an_image' });

describe('what cannot be read', () => {
  it('is the fault of its file', async () => {
    await expect(imageFacts(Buffer.from('no picture'))).rejects.toEqual(REFUSED);
    expect(refusalOf(new Error('pngload_buffer: libspng read error'))).toEqual(REFUSED);
  });

  it('is not, when the file never came or the disk is full', async () => {
    await expect(imageFacts('/nowhere/at/all')).rejects.not.toEqual(REFUSED);
    await expect(artworkImages('/nowhere/at/all')).rejects.not.toEqual(REFUSED);
    for (const message of ['wbuffer_write: write error', 'unable to create temporary file: No space left on device']) {
      const error = new Error(message);
      expect(refusalOf(error)).toBe(error);
    }
  });
});
