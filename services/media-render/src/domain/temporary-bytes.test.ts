import { expect, it } from 'vitest';
import { printTemporaryBytes } from './temporary-bytes.ts';

it('a print has its original and two steps in temporary files, of which noise takes a little more than its pixels, and a profile', () => {
  expect(printTemporaryBytes(500, 1_000)).toBeCloseTo(500 + (2 + 1 / 16) * 1_000 * 4 * 1.07 + 1024 ** 2);
});
