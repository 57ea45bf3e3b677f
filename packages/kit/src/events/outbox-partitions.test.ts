import { describe, expect, it } from 'vitest';
import { missingPeriods } from './outbox-partitions.ts';

describe('the partitions that are missing', () => {
  it.each([
    [
      'at first',
      0,
      [
        [40, 60],
        [60, 80],
      ],
    ],
    ['when the last period has begun', 60, [[60, 80]]],
    [
      'when the job was late',
      30,
      [
        [40, 60],
        [60, 80],
      ],
    ],
    ['never', 80, []],
    ['after a clock was ahead', 500, []],
    [
      'when periods were of another length',
      55,
      [
        [55, 60],
        [60, 80],
      ],
    ],
  ])('are those of this period and the next: %s', (_when, end, missing) => {
    expect(missingPeriods(end, 55, 20)).toEqual(missing);
  });
});
