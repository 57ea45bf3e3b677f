import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { PrintFormat } from '@estampa/kernel/print-formats';
import { printedPart, planPrint } from '../domain/print-plan.ts';
import { MOCKUP_FILE_BYTES, printTemporaryBytes, TEMPORARY_BYTES_MAX } from '../domain/temporary-bytes.ts';
import { printImage } from './print-image.ts';
import { fromRaster } from './raster.ts';

const CHART = join(import.meta.dirname, '../../../../charts/estampa/charts/media-render/values.yaml');
const GIBIBYTE = 1024 ** 3;
const FILE_BYTES_MAX = MOCKUP_FILE_BYTES + TEMPORARY_BYTES_MAX;

it('the chart gives as much room for temporary files as there can be', () => {
  const [, gibibytes] = /^temporaryStorage: (\d+)Gi$/m.exec(readFileSync(CHART, 'utf8'))!;

  expect(Number(gibibytes) * GIBIBYTE).toBeGreaterThanOrEqual(FILE_BYTES_MAX);
  expect((Number(gibibytes) - 1) * GIBIBYTE).toBeLessThan(FILE_BYTES_MAX);
});

it.each<[PrintFormat, number]>([
  ['png', 90],
  ['png', 45],
  ['pdf', 0],
  ['tiff', 0],
  ['underbase', 0],
])('a print of noise as %s turned by %d degrees keeps no more than two steps in files', async (format, rotation) => {
  const directory = await mkdtemp(join(tmpdir(), 'estampa-print-'));
  try {
    const size = { width: 1_000, height: 1_000 };
    const path = join(directory, 'original');
    const noise = { ...size, channels: 4 as const, pixels: randomBytes(size.width * size.height * 4) };
    const { size: originalBytes } = await fromRaster(noise).png({ compressionLevel: 1 }).toFile(path);
    const plan = planPrint(size, { x: 0, y: 0, scale: 1, rotation }, { x: 0, y: 0, ...size });
    const part = printedPart(size, plan);

    const state = { isDone: false };
    const printed = printImage({
      path,
      to: join(directory, 'print.png'),
      plan,
      part,
      widthMm: 300,
      bleedMm: 0,
      format,
    });
    void printed.catch(() => undefined).then(() => (state.isDone = true));
    let peak = 0;
    while (!state.isDone) {
      peak = Math.max(peak, await bytesIn(directory));
      await setImmediate();
    }
    await printed;

    expect(peak).toBeGreaterThan(originalBytes);
    expect(peak).toBeLessThanOrEqual(printTemporaryBytes(originalBytes, size.width * size.height));
  } finally {
    await rm(directory, { recursive: true });
  }
});

async function bytesIn(directory: string): Promise<number> {
  const files = await readdir(directory);
  const sizes = await Promise.all(
    files.map((file) =>
      stat(join(directory, file)).then(
        (one) => one.size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
