import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PackedJson } from './packed-json.ts';

const TEXT = Buffer.from(JSON.stringify(Array.from({ length: 5_000 }, (_one, at) => ({ at, ç: 'sempre igual' }))));

const joined = (parts: readonly Buffer[]): string => Buffer.concat(parts).toString();
const unzipped = (parts: readonly Buffer[]): string => gunzipSync(Buffer.concat(parts)).toString();

describe('a packed text', () => {
  it.each([0, 1, 100, TEXT.byteLength - 1, TEXT.byteLength])('is the same again, cut at byte %i', async (tailAt) => {
    const packed = await PackedJson.of(TEXT, tailAt);

    expect(unzipped(await packed.gzipped())).toBe(TEXT.toString());
    expect(joined(await packed.plain())).toBe(TEXT.toString());
  });

  it('takes any other tail', async () => {
    const packed = await PackedJson.of(TEXT, 1_000);
    const expected = `${TEXT.subarray(0, 1_000).toString()}"outra"]`;

    expect(unzipped(await packed.gzipped(Buffer.from('"outra"]')))).toBe(expected);
    expect(joined(await packed.plain(Buffer.from('"outra"]')))).toBe(expected);
  });

  it('takes little of its content', async () => {
    const packed = await PackedJson.of(TEXT, TEXT.byteLength - 10);

    expect(packed.byteLength).toBeLessThan(TEXT.byteLength / 5);
  });
});
