import { randomBytes } from 'node:crypto';
import type { Document } from '@estampa/contracts/storefront/v1/storefront';
import { describe, expect, it } from 'vitest';
import { OPEN_TEXTS_MAX_BYTES, OpenTexts } from './open-texts.ts';
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
  return { json, etag: '"a"', names: ['a'], relatedNames: [], holes: [] };
}

describe('a stored page', () => {
  it.each([ZIPPED_FROM_BYTES - 1, ZIPPED_FROM_BYTES, PACKED_FROM_BYTES - 1])(
    'of %i bytes takes no more memory than it counts',
    async (bytes) => {
      const [texts, document] = [new OpenTexts(), arriving(bytes)];
      const page = await Page.of(KEY, document, texts);
      page.enter();
      const stored = page.zipped?.body ?? page.text;

      expect(stored.buffer.byteLength).toBe(page.byteLength);
      expect(page.text.buffer.byteLength).toBe(bytes);
      expect([page.zipped !== null, texts.bytes]).toEqual(bytes < ZIPPED_FROM_BYTES ? [false, 0] : [true, bytes]);
    },
  );

  it('that is long takes no more memory than it counts', async () => {
    const { packed, byteLength } = await Page.of(KEY, arriving(PACKED_FROM_BYTES), new OpenTexts());
    const parts = [...(await packed!.gzipped()), packed!.tail];

    expect(parts.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)).toBe(byteLength);
  });

  it('has the same text whether it is open or not', async () => {
    const [texts, document] = [new OpenTexts(), arriving(PACKED_FROM_BYTES - 1)];
    const page = await Page.of(KEY, document, texts);
    expect([page.text, texts.bytes]).toEqual([document.json, 0]);
    page.enter();
    expect([page.text, texts.bytes]).toEqual([document.json, document.json.byteLength]);

    page.close();
    expect(texts.bytes).toBe(0);
    expect([page.text, page.text]).toEqual([document.json, document.json]);
    expect(texts.bytes).toBe(document.json.byteLength);

    page.leave();
    expect([page.text, page.text, texts.bytes]).toEqual([document.json, document.json, 0]);
  });

  it('stays open while its text is used', async () => {
    const texts = new OpenTexts();
    const bytes = PACKED_FROM_BYTES - 1;
    const used = await Page.of(KEY, arriving(bytes), texts);
    used.enter();
    const { text } = used;
    for (let opened = 0; opened <= OPEN_TEXTS_MAX_BYTES; opened += bytes)
      texts.open({ key: KEY, close: () => undefined }, Buffer.alloc(bytes));

    expect(texts.bytes).toBeLessThanOrEqual(OPEN_TEXTS_MAX_BYTES);
    expect(used.text).toBe(text);
  });

  it('keeps no text that is not counted, also where all others are in use', async () => {
    const texts = new OpenTexts();
    const document = arriving(PACKED_FROM_BYTES - 1);
    const bytes = document.json.byteLength;
    const [before, page] = [await Page.of(KEY, document, texts), await Page.of(KEY, document, texts)];
    before.enter();
    expect(before.text).toEqual(document.json);
    before.leave();
    const others = Array.from({ length: Math.floor(OPEN_TEXTS_MAX_BYTES / bytes) }, (_one, at) =>
      texts.open({ key: { ...KEY, variant: `${at}` }, close: () => undefined }, Buffer.alloc(bytes)),
    );
    for (const other of others) texts.use(other!);

    page.enter();
    expect(page.text).toBe(page.text);
    const counted = texts.bytes;
    page.leave();

    expect([counted <= OPEN_TEXTS_MAX_BYTES, counted - texts.bytes]).toEqual([true, bytes]);
  });

  it('names each thing on it once for its viewer', async () => {
    const holes = [
      { at: 1, productId: 'p' },
      { at: 2, storeId: 's' },
      { at: 3, productId: 'p' },
    ];
    const page = await Page.of(KEY, { ...arriving(ZIPPED_FROM_BYTES), holes }, new OpenTexts());

    expect(page.viewedBy('u')).toEqual({ userId: 'u', productIds: ['p'], storeIds: ['s'] });
  });
});
