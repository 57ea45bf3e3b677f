import { randomNumbers } from '@estampa/testing/random-numbers';
import { describe, expect, it } from 'vitest';
import { aPayment, aRefund, PAID } from './ledger-samples.ts';
import type { OrderItem } from './order.ts';
import { PaymentAccount } from './payment-account.ts';
import { type Refund, refundAmount, type RefundLine } from './refund.ts';
import { amountOfLines, givenBack, paidFor } from './refund-lines.ts';

const items = [
  { id: 'a', lineTotalCents: 5_000, discountCents: 0 },
  { id: 'b', lineTotalCents: 4_600, discountCents: 600 },
] as OrderItem[];
const item = (orderItemId: string, amountCents: number): RefundLine => ({ type: 'item', orderItemId, amountCents });
const shipping: RefundLine = { type: 'shipping', amountCents: 1_000 };
const withRefunds = (...refunds: Partial<Refund>[]) => PaymentAccount.of(aPayment(PAID), refunds.map(aRefund));
const amount = (lines: RefundLine[], requested: number | null = null, account = withRefunds()) =>
  amountOfLines(lines, requested, { items, account });

describe('what a coupon took off', () => {
  it('is never given back: lines in any split come to exactly what was paid', () => {
    const random = randomNumbers(20_261_128);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    for (let order = 0; order < 300; order += 1) {
      const sold = Array.from({ length: 1 + upTo(3) }, (_none, place) => {
        const lineTotalCents = 1 + upTo(9_000);
        return { id: `item-${place}`, lineTotalCents, discountCents: upTo(lineTotalCents) } as OrderItem;
      });
      const shippingCents = 500 + upTo(2_000);
      const paidCents = sold.reduce((cents, one) => cents + paidFor(one), shippingCents);
      const paid = aPayment({ ...PAID, amountCents: paidCents, paidCents });
      const refunds: Refund[] = [];
      const give = (lines: RefundLine[]) => {
        const account = PaymentAccount.of(paid, refunds);
        const amountCents = refundAmount(account.remainingCents, amountOfLines(lines, null, { items: sold, account }));
        refunds.push(aRefund({ id: `r-${refunds.length}`, amountCents, lines, status: 'done' }));
      };
      for (const one of sold) {
        for (let left = paidFor(one); left > 0;) {
          const part = 1 + upTo(left - 1);
          give([item(one.id, part)]);
          left -= part;
        }
        expect(() => give([item(one.id, 1)])).toThrow('lines[0]');
      }
      give([{ type: 'shipping', amountCents: shippingCents }]);

      expect(refunds.reduce((cents, { amountCents }) => cents + amountCents, 0)).toBe(paidCents);
      expect(() => give([{ type: 'goodwill', amountCents: 1 }])).toThrow('At most 0 cents');
    }
  });
});

describe('lines of a refund', () => {
  it('sum to the amount of the refund', () => {
    expect(amount([item('a', 5_000), item('b', 1), shipping])).toBe(6_001);
    expect(amount([item('a', 3_000), item('a', 2_000)], 5_000)).toBe(5_000);
  });

  it.each<[string, RefundLine[], number | null, object]>([
    ['another sum', [shipping], 999, { path: 'amountCents', code: 'not_the_sum' }],
    ['nothing', [{ ...shipping, amountCents: 0 }], null, { path: 'lines[0].amountCents', code: 'too_small' }],
    ['more than an item cost', [shipping, item('a', 5_001)], null, { path: 'lines[1].amountCents', code: 'too_big' }],
    [
      'the same in two lines',
      [item('b', 4_000), item('b', 1)],
      null,
      { path: 'lines[1].amountCents', code: 'too_big' },
    ],
    ['an unknown item', [item('c', 1)], null, { path: 'lines[0].orderItemId', code: 'unknown_reference' }],
  ])('are rejected for %s', (_name, lines, requested, wrong) => {
    const fields = [expect.objectContaining(wrong)];
    expect(() => amount(lines, requested)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ fields }) }),
    );
  });

  it('never refund an item twice, unless the earlier refund was rejected', () => {
    const before = { lines: [item('a', 4_000)] };
    expect(() => amount([item('a', 1_001)], null, withRefunds({ ...before, status: 'pending' }))).toThrow('lines[0]');
    expect(amount([item('a', 1_000)], null, withRefunds({ ...before, status: 'done' }))).toBe(1_000);
    expect(amount([item('a', 5_000)], null, withRefunds({ ...before, status: 'failed' }))).toBe(5_000);
  });

  it('of refunds that are done are distinguished from what lowers all items', () => {
    const lined = { amountCents: 4_000, lines: [item('a', 3_000), shipping] };
    const account = withRefunds({ ...lined, status: 'done' }, { ...lined, status: 'pending' });
    const back = givenBack(account, 6_500);

    expect([back.ofItem('a'), back.ofItem('b'), back.spreadCents]).toEqual([3_000, 0, 2_500]);
    expect(givenBack(account, 4_000).spreadCents).toBe(0);
  });
});
