import { deflateSync } from 'node:zlib';
import type { Layer } from 'ag-psd';
import { DomainError } from '@estampa/kernel/errors';
import { randomNumbers } from '@estampa/testing/random-numbers';
import { describe, expect, it } from 'vitest';
import { PSD_DEPTH_MAX, PSD_LAYERS_MAX } from '../../domain/psd/psd-limits.ts';
import { drawTemplate, readContents } from './import-psd.ts';
import { plain, psdOf, shirtPsd, smartObject } from './psd-files.ts';
import { runPsdTask } from './psd-thread.ts';

const HEIGHT_AT = 14;
const WIDTH_AT = 18;
const DEPTH_AT = 22;
const MODE_AT = 24;

const changed = (change: (bytes: Buffer) => void): Buffer => {
  const bytes = shirtPsd();
  change(bytes);
  return bytes;
};
/** Rejections are all that may be thrown. */
const reasonOf = async (bytes: Buffer): Promise<string> => {
  try {
    readContents(Buffer.from(bytes));
    await drawTemplate(bytes, 0);
    return 'taken';
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error.reason;
    throw error;
  }
};
const grouped = (depth: number): Layer =>
  depth === 0 ? smartObject('Print') : { name: `Group ${depth}`, children: [grouped(depth - 1)] };

describe('a hostile file', () => {
  it.each<[string, () => Buffer, string]>([
    ['no Photoshop file', () => Buffer.alloc(1_000), 'damaged_psd'],
    ['a large document', () => changed((bytes) => bytes.writeUInt16BE(2, 4)), 'unsupported_psd'],
    ['32 bits', () => changed((bytes) => bytes.writeUInt16BE(32, DEPTH_AT)), 'unsupported_psd'],
    ['CMYK', () => changed((bytes) => bytes.writeUInt16BE(4, MODE_AT)), 'unsupported_psd'],
    ['no width', () => changed((bytes) => bytes.writeUInt32BE(0, WIDTH_AT)), 'damaged_psd'],
    ['a side of 12,001', () => changed((bytes) => bytes.writeUInt32BE(12_001, WIDTH_AT)), 'psd_too_large'],
    [
      'over 16 megapixels',
      () => changed((bytes) => (bytes.writeUInt32BE(4_000, WIDTH_AT), bytes.writeUInt32BE(4_001, HEIGHT_AT))),
      'psd_too_large',
    ],
    ['a layer of 30,000 x 30,000', () => hugeLayer(30_000), 'psd_too_large'],
    ['a layer that ends before it begins', () => hugeLayer(-1), 'damaged_psd'],
    ['more layers than are taken', () => psdOf(many(PSD_LAYERS_MAX)), 'psd_too_large'],
    ['deep groups', () => psdOf([grouped(PSD_DEPTH_MAX + 1)]), 'damaged_psd'],
    ['a layer that unpacks to a thousand times its size', bomb, 'damaged_psd'],
  ])('with %s is rejected', async (_name, bytes, reason) => {
    expect(await reasonOf(bytes())).toBe(reason);
  });

  it('is taken at the limits', async () => {
    expect(await reasonOf(psdOf([grouped(PSD_DEPTH_MAX)]))).toBe('taken');
    expect(await reasonOf(psdOf(many(PSD_LAYERS_MAX - 1)))).toBe('taken');
  });

  it('is rejected wherever it ends', async () => {
    const bytes = shirtPsd();
    const layersEnd = bytes.length - compositeBytes(bytes);
    for (let length = 0; length < layersEnd; length += 7)
      expect(await reasonOf(Buffer.from(bytes.subarray(0, length))), `${length} bytes`).toBe('damaged_psd');
  });

  it('is rejected or drawn, whatever bytes are changed', async () => {
    const random = randomNumbers(20_261_127);
    const reasons = new Map<string, number>();
    for (const compress of [false, true]) {
      const valid = shirtPsd({ compress });
      for (let round = 0; round < 100; round += 1) {
        const bytes = Buffer.from(valid);
        for (let count = 1 + Math.floor(random() * 6); count > 0; count -= 1) {
          const at = Math.floor(random() * bytes.length);
          bytes[at] = random() < 0.5 ? Math.floor(random() * 256) : random() < 0.5 ? 255 : 0;
        }
        const reason = await reasonOf(bytes);
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
    }
    expect([...reasons.values()].reduce((sum, count) => sum + count, 0)).toBe(200);
    expect(reasons.get('taken')).toBeGreaterThan(20);
    expect(reasons.get('damaged_psd')).toBeGreaterThan(20);
  });
});

describe('the thread of a file', () => {
  it('gives what the file is, and how it is rejected', async () => {
    const run = (bytes: Buffer) => runPsdTask('readContents', { bytes: new Uint8Array(bytes) }, { signal: null });

    expect(await run(shirtPsd())).toEqual({ printAreas: ['Your design'], warnings: [] });
    await expect(run(Buffer.alloc(40))).rejects.toMatchObject({ kind: 'invalid', reason: 'damaged_psd' });
  });

  it('ends at its deadline and when nobody waits any more', async () => {
    const draw = (options: { deadlineMs?: number; signal: AbortSignal | null }) =>
      runPsdTask('drawTemplate', { bytes: new Uint8Array(shirtPsd()), index: 0 }, options);

    await expect(draw({ deadlineMs: 1, signal: null })).rejects.toMatchObject({ reason: 'psd_too_large' });
    const abort = new AbortController();
    const abandoned = draw({ signal: abort.signal });
    abort.abort();
    await expect(abandoned).rejects.toMatchObject({ reason: 'gave_up' });
  });
});

const many = (count: number): Layer[] => [
  ...Array.from({ length: count }, () => plain('Dot', [1, 1, 1], { width: 1, height: 1 })),
  smartObject('Print'),
];

/** A file whose lowest layer claims another right edge, and a bottom as far. */
function hugeLayer(side: number): Buffer {
  return changed((bytes) => {
    const record = firstRecord(bytes);
    bytes.writeInt32BE(side, record + 8);
    bytes.writeInt32BE(side, record + 12);
  });
}

/** Where the record of the lowest layer begins. */
function firstRecord(bytes: Buffer): number {
  let at = 26;
  for (let section = 0; section < 2; section += 1) at += 4 + bytes.readUInt32BE(at);
  return at + 4 + 4 + 2;
}

/** Of the flattened image at the end of a file, which is not read. */
function compositeBytes(bytes: Buffer): number {
  let at = 26;
  for (let section = 0; section < 3; section += 1) at += 4 + bytes.readUInt32BE(at);
  return bytes.length - at;
}

/** The pixels of the lowest layer are replaced by a stream that unpacks to as much as zlib can. */
function bomb(): Buffer {
  const bytes = shirtPsd({ compress: true });
  const marker = bytes.indexOf(deflatedChannel(100));
  const stream = deflateSync(Buffer.alloc(24 * 16 * 1_000));
  const length = deflatedChannel(100).length;
  stream.copy(bytes, marker, 0, length);
  return bytes;
}

const deflatedChannel = (level: number): Buffer => deflateSync(Buffer.alloc(24 * 16, level));
