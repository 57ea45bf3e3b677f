import { expect, it } from 'vitest';
import { COUPON_RESERVED_DAYS, expiryLimits } from './order-expiry.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

it.each([
  [{ usual: 7, boleto: 10 }, '2026-11-14T12:00:00.000Z', '2026-11-11T12:00:00.000Z'],
  [COUPON_RESERVED_DAYS, '2026-11-20T12:00:00.000Z', '2026-11-17T12:00:00.000Z'],
  [{ usual: 14, boleto: 10 }, '2026-11-07T12:00:00.000Z', '2026-11-07T12:00:00.000Z'],
])('waits %j days, for a boleto no fewer', (days, begunBefore, boletoBegunBefore) => {
  expect(expiryLimits(days, NOW)).toEqual({
    begunBefore: new Date(begunBefore),
    boletoBegunBefore: new Date(boletoBegunBefore),
  });
});
