import { PRINT_FORMAT_NAMES } from '@estampa/kernel/print-formats';
import type { PlacedText } from '@estampa/kernel/text-layer';
import { describe, expect, it } from 'vitest';
import { fromStored, jobIn, mustBePrintFormat, type PrintJob, toStored } from './print-job.ts';

const JOB: PrintJob = {
  artworkId: '0196a1c6-0000-7000-8000-000000000001',
  artworkVersion: 2,
  placement: { x: 1, y: 2, scale: 0.5, rotation: 90 },
  printArea: { bounds: { x: 0, y: 0, width: 200, height: 100 }, widthMm: 100 },
};

const TEXT: PlacedText = {
  text: 'João',
  font: 'anton',
  color: '#1F2A44',
  box: { x: 0, y: 0.5, width: 1, height: 0.5 },
  curve: 0,
};
const RECORDED = { bleedMm: 3, pressProfile: null };

describe('a print in another format', () => {
  it('is no page where its size is not known', () => {
    const unsized = { ...JOB, printArea: { ...JOB.printArea, widthMm: null } };

    expect(() => jobIn('pdf', unsized, RECORDED)).toThrow(expect.objectContaining({ reason: 'print_size_unknown' }));
    expect(jobIn('tiff', unsized, RECORDED)).toEqual({ ...unsized, format: 'tiff' });
  });

  it('is one that exists', () => {
    expect(PRINT_FORMAT_NAMES.map(mustBePrintFormat)).toEqual([...PRINT_FORMAT_NAMES]);
    expect(() => mustBePrintFormat('svg')).toThrow('format is one of png, pdf, tiff, underbase');
  });

  it('is stored so that a version that knows no formats finds no artwork to make a PNG of', () => {
    const jobs = PRINT_FORMAT_NAMES.map((format) => jobIn(format, JOB, RECORDED));
    const stored = jobs.map(toStored);

    expect(stored.map((job) => 'artworkId' in job)).toEqual([true, false, false, false]);
    expect(stored[0]).toEqual(JOB);
    expect(stored.map(fromStored)).toEqual(jobs);
  });

  it('is stored with a text so that a version that knows no texts finds nothing to make either', () => {
    const jobs = PRINT_FORMAT_NAMES.map((format) => jobIn(format, { ...JOB, text: TEXT }, RECORDED));
    const stored = jobs.map(toStored);

    expect(stored.flatMap((job) => Object.keys(job)).filter((key) => key === 'artworkId' || key === 'png')).toEqual([]);
    expect(stored.map(fromStored)).toEqual(jobs);
  });

  it('is stored with a profile so that no version before finds anything to make, and its words can be erased', () => {
    const pressProfile = `private/press-profiles/1/${'a'.repeat(64)}.icc`;
    const jobs = [JOB, { ...JOB, text: TEXT }, { ...JOB, erased: 'digest' }].map((job) =>
      jobIn('tiff', job, { bleedMm: 0, pressProfile }),
    );
    const stored = jobs.map(toStored);

    expect(stored.map((job) => Object.keys(job))).toEqual([
      ['format', 'pressProfile', 'onPress'],
      ['format', 'text', 'pressProfile', 'onPress'],
      ['format', 'erased', 'pressProfile', 'onPress'],
    ]);
    expect(stored.map(fromStored)).toEqual(jobs);
  });
});
