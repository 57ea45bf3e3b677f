import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { encodeImage } from './encoding.ts';
import { emptyRaster } from './raster.ts';

const ENCODE_AGAIN = join(import.meta.dirname, '../../test/encode-again.ts');

describe('encoding', () => {
  it('gives bytes that can be handed to another thread', async () => {
    const files = await encodeImage(emptyRaster({ width: 401, height: 7 }, 3));

    for (const file of files) expect([file.byteOffset, file.buffer.byteLength]).toEqual([0, file.byteLength]);
  });

  // In a process of its own, since whatever runs beside it in this one grows and shrinks too.
  it('leaves no memory behind', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', ENCODE_AGAIN]);
    const { grown, encoded } = JSON.parse(stdout) as { grown: number; encoded: number };
    expect(grown).toBeLessThan(encoded * 0.7);
  });
});
