import { randomBytes } from 'node:crypto';
import type { Document } from '@estampa/contracts/storefront/v1/storefront';
import { describe, expect, it } from 'vitest';
import { PackedJson } from './packed-json.ts';
import { Page, PACKED_FROM_BYTES, ZIPPED_FROM_BYTES } from './page.ts';

const KEY = { route: '/stores', group: 'a', variant: '' };

/** As it arrives: a part of a larger buffer. */
function arriving(bytes: number): Document {
  const text = JSON.stringify({
    text: randomBytes(bytes)
      .toString('hex')
      .slice(0, bytes - '{"text":""}'.length),
  });
  const json = Buffer.concat([Buffer.from('before'), Buffer.from(text), Buffer.alloc(64 * 1024)]).subarray(
    6,
    6 + bytes,
  );
  return { json, etag: '"a"', names: ['a'], holes: [] };
}

describe('a stored page', () => {
  it.each([ZIPPED_FROM_BYTES - 1, ZIPPED_FROM_BYTES, PACKED_FROM_BYTES - 1])(
    'of %i bytes takes no more memory than it counts',
    async (bytes) => {
      const page = await Page.of(KEY, arriving(bytes));
      const { content, zipped } = page;
      if (content instanceof PackedJson) throw new Error('It is not long');

      expect(content.buffer.byteLength + (zipped?.body.buffer.byteLength ?? 0)).toBe(page.byteLength);
      expect(zipped !== null).toBe(bytes >= ZIPPED_FROM_BYTES);
    },
  );

  it('that is long takes no more memory than it counts', async () => {
    const { content, byteLength } = await Page.of(KEY, arriving(PACKED_FROM_BYTES));
    if (!(content instanceof PackedJson)) throw new Error('It is long');
    const parts = [...(await content.gzipped()), content.tail];

    expect(parts.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)).toBe(byteLength);
  });
});
