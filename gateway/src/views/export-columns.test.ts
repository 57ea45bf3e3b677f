import { expect, it } from 'vitest';
import { ORDER_COLUMNS, PAYOUT_ITEM_COLUMNS, SELLER_ORDER_COLUMNS } from './export-columns.ts';
import { reportColumns } from './finance-report.ts';

const COUPON = ['couponCode', 'platformDiscountCents', 'sellerDiscountCents'];

it.each([
  ['orders', ORDER_COLUMNS, ['deliveredAt', 'email', 'phone', ...COUPON]],
  ['orders of a seller', SELLER_ORDER_COLUMNS, ['deliveredAt', ...COUPON]],
  [
    'payout items',
    PAYOUT_ITEM_COLUMNS,
    ['platformFeePercent', 'feeOverrideId', 'providerFeeBearer', 'providerFeeCents', ...COUPON.slice(1)],
  ],
  [
    'reports',
    reportColumns('day'),
    ['payouts', 'platformDiscountsCents', 'sellerDiscountsCents', 'artistProviderFeesCents'],
  ],
])('columns of %s that joined later are the last ones, for readers that count', (_of, columns, last) => {
  expect(Object.keys(columns).slice(-last.length)).toEqual(last);
});

it.each([
  [null, 0, [0, 0]],
  ['platform', 300, [300, 0]],
  ['seller', 300, [0, 300]],
] as const)(
  'a discount by a coupon of %s of %i is in the column of who bears it',
  (discountFunder, discountCents, expected) => {
    const { platformDiscountCents, sellerDiscountCents } = SELLER_ORDER_COLUMNS;
    const row = { discountFunder, discountCents } as Parameters<NonNullable<typeof platformDiscountCents>>[0];

    expect([platformDiscountCents!(row), sellerDiscountCents!(row)]).toEqual(expected);
  },
);
