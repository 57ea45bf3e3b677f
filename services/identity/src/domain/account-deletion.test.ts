import { describe, expect, it } from 'vitest';
import { accountInUse, erasedAccount, erasedProfile, obstaclesIn, type OpenMatters } from './account-deletion.ts';

const NOTHING: OpenMatters = {
  unpaidOrders: 0,
  ordersUnderWay: 0,
  ordersRefunding: 0,
  sales: 0,
  heldCents: 0,
  releasableCents: 0,
  pendingPayouts: 0,
};

describe('what prevents the deletion of an account', () => {
  it('is nothing once all is over', () => {
    expect(obstaclesIn(NOTHING)).toEqual([]);
  });

  it.each<[Partial<OpenMatters>, string, string, string]>([
    [{ unpaidOrders: 1 }, 'orders', 'orders_unpaid', '1 order is not paid: pay, or wait until they are cancelled'],
    [{ unpaidOrders: 2 }, 'orders', 'orders_unpaid', '2 orders are not paid: pay, or wait until they are cancelled'],
    [{ ordersUnderWay: 1 }, 'orders', 'orders_under_way', '1 order is paid and not delivered, or in dispute'],
    [{ ordersRefunding: 1 }, 'refunds', 'refunds_pending', 'money of 1 order is on its way back'],
    [{ ordersRefunding: 2 }, 'refunds', 'refunds_pending', 'money of 2 orders is on its way back'],
    [{ sales: 3 }, 'sales', 'sales_under_way', '3 orders with products of the store are not paid or not delivered'],
    [{ heldCents: 1 }, 'earnings', 'earnings_unpaid', '1 cents of earnings wait for deliveries'],
    [{ releasableCents: 1 }, 'earnings', 'earnings_unpaid', '1 cents of earnings are to be paid out'],
    [{ pendingPayouts: 1 }, 'payouts', 'payouts_pending', '1 payout is under way'],
  ])('%j is named', (open, path, code, message) => {
    expect(obstaclesIn({ ...NOTHING, ...open })).toEqual([{ path, code, message }]);
  });

  it('is listed in one conflict', () => {
    const obstacles = obstaclesIn({ ...NOTHING, ordersUnderWay: 1, pendingPayouts: 2 });

    expect(accountInUse(obstacles)).toMatchObject({
      kind: 'conflict',
      reason: 'account_in_use',
      message:
        'The account cannot be deleted yet: 1 order is paid and not delivered, or in dispute; 2 payouts are under way',
      details: { fields: obstacles },
    });
  });
});

it('has an address that receives no mail and cannot be guessed', () => {
  expect(erasedAccount('mark', new Date()).email).toBe('mark@deleted.invalid');
  expect(erasedProfile('01900000-0000-7000-8000-000000000001').storeSlug).toMatch(/^[a-z0-9-]{3,50}$/);
});
