import { PRINT_FORMAT_NAMES } from '@estampa/kernel/print-formats';
import { expect, it } from 'vitest';
import { jobIn, type PrintJob } from '../domain/print-job.ts';
import { printDigest } from './print-hash.ts';

const JOB: PrintJob = {
  artworkId: '0196a1c6-0000-7000-8000-000000000001',
  artworkVersion: 2,
  placement: { x: 1, y: 2, scale: 0.5, rotation: 90 },
  printArea: { bounds: { x: 0, y: 0, width: 200, height: 100 }, widthMm: 100 },
};

it('a print has a digest of its own in each format, and a page for each width of its bleed', () => {
  const digests = PRINT_FORMAT_NAMES.map((format) => printDigest(jobIn(format, JOB, 3)));

  expect(new Set(digests).size).toBe(PRINT_FORMAT_NAMES.length);
  expect(digests[0]).toBe(printDigest(JOB));
  expect(printDigest(jobIn('pdf', JOB, 2))).not.toBe(digests[PRINT_FORMAT_NAMES.indexOf('pdf')]);
  expect(printDigest(jobIn('tiff', JOB, 2))).toBe(digests[PRINT_FORMAT_NAMES.indexOf('tiff')]);
});
