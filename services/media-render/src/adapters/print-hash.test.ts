import { PRINT_FORMAT_NAMES, type PrintFormat } from '@estampa/kernel/print-formats';
import type { PlacedText } from '@estampa/kernel/text-layer';
import { expect, it } from 'vitest';
import { jobIn, type PrintJob } from '../domain/print-job.ts';
import { printDigest } from './print-hash.ts';

const JOB: PrintJob = {
  artworkId: '0196a1c6-0000-7000-8000-000000000001',
  artworkVersion: 2,
  placement: { x: 1, y: 2, scale: 0.5, rotation: 90 },
  printArea: { bounds: { x: 0, y: 0, width: 200, height: 100 }, widthMm: 100 },
};
const RECORDED = { bleedMm: 3, pressProfile: null };

it('a print has a digest of its own in each format, and a page for each width of its bleed', () => {
  const digests = PRINT_FORMAT_NAMES.map((format) => printDigest(jobIn(format, JOB, RECORDED)));

  expect(new Set(digests).size).toBe(PRINT_FORMAT_NAMES.length);
  expect(digests[0]).toBe(printDigest(JOB));
  expect(printDigest(jobIn('pdf', JOB, { ...RECORDED, bleedMm: 2 }))).not.toBe(
    digests[PRINT_FORMAT_NAMES.indexOf('pdf')],
  );
  expect(printDigest(jobIn('tiff', JOB, { ...RECORDED, bleedMm: 2 }))).toBe(
    digests[PRINT_FORMAT_NAMES.indexOf('tiff')],
  );
});

it('a print without a text has the digest that it always had, and with one a digest of all of it', () => {
  const box = { x: 0, y: 0.5, width: 1, height: 0.5 };
  const text: PlacedText = { text: 'João', font: 'anton', color: '#1F2A44', box, curve: 0 };
  const others: Partial<PlacedText>[] = [
    {},
    { text: 'Joao' },
    { font: 'caveat' },
    { color: '#000000' },
    { curve: 1 },
    ...(['x', 'y', 'width', 'height'] as const).map((side) => ({ box: { ...box, [side]: 0.25 } })),
  ];

  expect(printDigest(JOB)).toBe('ba8a708699738f75369269f6fb6614d5284d526524d124edc8bd4bcb3593526b');
  expect(new Set(others.map((other) => printDigest({ ...JOB, text: { ...text, ...other } }))).size).toBe(others.length);
});

it('a print in inks has a digest for each profile, wherever that lies, and other formats have none', () => {
  const [one, other] = ['a', 'b'].map((digit) => digit.repeat(64));
  const on = (format: PrintFormat, pressProfile: string | null) =>
    printDigest(jobIn(format, JOB, { bleedMm: 0, pressProfile }));
  const inks = [null, `x/${one}.icc`, `x/${other}.icc`].map((profile) => on('tiff', profile));

  expect(new Set(inks).size).toBe(3);
  expect(on('tiff', `elsewhere/${one}.icc`)).toBe(inks[1]);
  for (const format of ['png', 'pdf', 'underbase'] as const) expect(on(format, `x/${one}.icc`)).toBe(on(format, null));
});
