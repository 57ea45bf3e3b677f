import { expect, it } from 'vitest';
import { listMovements } from './asaas-statement.ts';
import type { ProviderHttp } from '@estampa/kit/provider/provider-http';

const DAY = '2026-11-20';

/** Reads one page of a statement; returns it with the URL that was requested. */
async function read(response: object, cursor: string | null = null) {
  let requested = '';
  const call = (async ({ path }, schema) => {
    requested = path;
    return schema.parse(response);
  }) as ProviderHttp;
  return { page: await listMovements(call, { day: DAY, cursor }, AbortSignal.abort()), requested };
}

it('lists each payment that was received or reversed once, and skips fees and movements without a payment', async () => {
  const { page, requested } = await read({
    hasMore: true,
    data: [
      { type: 'PAYMENT_RECEIVED', paymentId: 'pay_1' },
      { type: 'PAYMENT_REVERSAL', paymentId: 'pay_2' },
      { type: 'PAYMENT_FEE_REVERSAL', paymentId: 'pay_3' },
      { type: 'PAYMENT_REVERSAL', paymentId: null },
      { type: 'TRANSFER' },
      { type: 'PIX_TRANSACTION_CREDIT_REFUND', paymentId: 'pay_4' },
      { type: 'PAYMENT_REVERSAL', paymentId: 'pay_2' },
    ],
  });

  expect(page).toEqual({ received: ['pay_1'], reversed: ['pay_2', 'pay_4'], next: '7' });
  expect(requested).toBe(`/financialTransactions?startDate=${DAY}&finishDate=${DAY}&order=asc&offset=0&limit=100`);
});

it.each([
  ['the last page', { hasMore: false, data: [{ type: 'TRANSFER' }] }, null],
  ['one that is empty', { hasMore: true, data: [] }, null],
  ['one in the middle', { hasMore: true, data: [{ type: 'TRANSFER' }] }, '101'],
])('goes on after %s where there is more', async (_what, response, next) => {
  expect((await read(response, '100')).page.next).toBe(next);
});
