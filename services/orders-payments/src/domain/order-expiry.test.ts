import { expect, it } from 'vitest';
import { daysBefore } from '@estampa/kernel/days';
import { COUPON_RESERVED_DAYS, expiryLimits } from './order-expiry.ts';
import { dueDate } from './schedule.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

it.each([
  [{ usual: 7, boleto: 10 }, '2026-11-14T12:00:00.000Z', '2026-11-11T12:00:00.000Z'],
  [COUPON_RESERVED_DAYS, '2026-11-20T12:00:00.000Z', '2026-11-14T12:00:00.000Z'],
  [{ usual: 14, boleto: 10 }, '2026-11-07T12:00:00.000Z', '2026-11-07T12:00:00.000Z'],
])('waits %j days, for a boleto no fewer', (days, begunBefore, boletoBegunBefore) => {
  expect(expiryLimits(days, NOW)).toEqual({
    begunBefore: new Date(begunBefore),
    boletoBegunBefore: new Date(boletoBegunBefore),
  });
});

/** It can be paid on the next bank day, too. */
const bankDayFrom = (day: string): string =>
  ['Sat', 'Sun'].includes(new Date(`${day}T12:00:00Z`).toUTCString().slice(0, 3))
    ? bankDayFrom(daysBefore(day, -1))
    : day;

it.each(['16', '17', '18', '19', '20', '21', '22'])(
  'a boleto of November %s that is paid on its last day is told of before it gives up its coupon',
  (day) => {
    const begunAt = new Date(`2026-11-${day}T03:00:00Z`);
    const reportedOn = bankDayFrom(daysBefore(bankDayFrom(dueDate(begunAt)), -1));
    const endOfThatDay = new Date(`${daysBefore(reportedOn, -1)}T02:59:59Z`);

    expect(expiryLimits(COUPON_RESERVED_DAYS, endOfThatDay).boletoBegunBefore.getTime()).toBeLessThan(
      begunAt.getTime(),
    );
  },
);
