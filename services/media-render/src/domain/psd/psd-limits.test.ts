import { describe, expect, it } from 'vitest';
import { ByteBudget, mustBeImportable, PSD_WORKING_BYTES_MAX, type PsdHeader, psdWorkingBytes } from './psd-limits.ts';

const HEADER: PsdHeader = { width: 4_000, height: 4_000, depth: 8, mode: 3, version: 1 };
const reasonOf = (run: () => void): unknown => {
  try {
    run();
    return null;
  } catch (error) {
    return (error as { reason?: string }).reason;
  }
};

describe('a Photoshop file', () => {
  it.each<[string, Partial<PsdHeader>, string | null]>([
    ['of the largest area', {}, null],
    ['of one pixel', { width: 1, height: 1 }, null],
    ['with 16 bits', { depth: 16 }, null],
    ['in grey', { mode: 1 }, null],
    ['of a large document', { version: 2 }, 'unsupported_psd'],
    ['with one bit', { depth: 1 }, 'unsupported_psd'],
    ['with 32 bits', { depth: 32 }, 'unsupported_psd'],
    ['in CMYK', { mode: 4 }, 'unsupported_psd'],
    ['in two colours', { mode: 2 }, 'unsupported_psd'],
    ['without width', { width: 0 }, 'damaged_psd'],
    ['without height', { height: 0 }, 'damaged_psd'],
    ['of one row more', { height: 4_001 }, 'psd_too_large'],
    ['that is too wide', { width: 100_000, height: 1 }, 'psd_too_large'],
    ['that is too high', { width: 1, height: 100_000 }, 'psd_too_large'],
  ])('%s is importable, or says why not', (_what, header, reason) => {
    expect(reasonOf(() => mustBeImportable({ ...HEADER, ...header }))).toBe(reason);
  });

  it.each([
    ['a small one, of six planes beside it', { width: 10, height: 20 }, 7, 7 + 10 * 20 * 4 * 6],
    ['a large one, no more than there is', { width: 10_000, height: 10_000 }, 7, PSD_WORKING_BYTES_MAX],
  ])('takes memory: %s', (_which, size, bytes, expected) => {
    expect(psdWorkingBytes(size, bytes)).toBe(expected);
  });
});

it('a budget is spent to its end, and what is given back can be taken again', () => {
  const budget = new ByteBudget(10);
  budget.take(4);
  budget.take(6);
  expect(reasonOf(() => budget.take(1))).toBe('psd_too_large');
  budget.giveBack(3);

  budget.take(3);
  expect(reasonOf(() => budget.take(1))).toBe('psd_too_large');
});
