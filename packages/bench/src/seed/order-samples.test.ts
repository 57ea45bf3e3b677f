import { describe, expect, it } from 'vitest';
import { APPROVED_SHARE, ORDER_SAMPLES, SAMPLE_NAMES, sampleOf } from './order-samples.ts';

const ORDERS = 20_000;

describe('the samples of orders', () => {
  const counts = Object.fromEntries(SAMPLE_NAMES.map((name) => [name, 0]));
  for (let order = 0; order < ORDERS; order += 1) counts[sampleOf(order, ORDERS)]! += 1;

  it('are all of a thousand', () => {
    const sum = Object.values(ORDER_SAMPLES).reduce((perMille, one) => perMille + one.perMille, 0);

    expect(sum).toBe(1_000);
    expect(APPROVED_SHARE).toBe(0.879);
  });

  it('have the shares that they are to have, the agreed fee in the second half alone', () => {
    const expected = Object.entries(ORDER_SAMPLES).map(([name, { perMille }]) => [name, perMille * (ORDERS / 1_000)]);

    expect(counts).toEqual({ ...Object.fromEntries(expected), agreedFee: 600, notYetAgreedFee: 600 });
    expect(Array.from({ length: ORDERS / 2 }, (_, order) => sampleOf(order, ORDERS))).not.toContain('agreedFee');
  });

  it('stand beside each other', () => {
    const some = Array.from({ length: 20 }, (_, order) => sampleOf(order, ORDERS));

    expect(new Set(some).size).toBeGreaterThan(5);
  });
});
