import { expect, it } from 'vitest';
import { PRESS_PROFILE_BYTES_MAX } from './press-profile.ts';
import { printTemporaryBytes } from './temporary-bytes.ts';

it('a print has its original and two steps in temporary files, of which noise takes a little more than its pixels, and a profile', () => {
  expect(printTemporaryBytes(500, 1_000)).toBeCloseTo(
    500 + (2 + 1 / 16) * 1_000 * 4 * 1.07 + 2 * PRESS_PROFILE_BYTES_MAX,
  );
});
