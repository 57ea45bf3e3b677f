import { expect, it } from 'vitest';
import type { SellersItem } from '../db/order-item-repository.ts';
import { sellersItemMessage } from './sellers-item.ts';

const EARNINGS = {
  priceCents: 5_000,
  baseCostCents: 2_000,
  platformFeeCents: 500,
  profitCents: 2_500,
  artistEarningsCents: 1_250,
  platformFeeBasisPoints: 1_000,
  artistRoyaltyBasisPoints: 5_000,
};

const sold = (funder: 'platform' | 'seller', discountCents: number): SellersItem => ({
  id: 'item',
  orderId: 'order',
  orderNumber: 1,
  quantity: 2,
  unitPriceCents: 5_000,
  lineTotalCents: 10_000,
  discountCents,
  earnings: EARNINGS,
  title: 'Demo mug',
  imageKey: null,
  surfaces: null,
  print: null,
  fulfillmentStatus: 'pending',
  paymentStatus: 'approved',
  totalCents: 20_000,
  coupon: { id: 'coupon', code: 'DEMO-CODE', funder },
  feeCents: 200,
  orderCreatedAt: new Date('2026-11-20T12:00:00.000Z'),
  position: '',
});

it.each([
  [
    'the own one',
    sold('seller', 1_000),
    { discountFunder: 'seller', artistEarningsCents: 1_500, providerFeeCents: 90 },
  ],
  ['the platform’s', sold('platform', 1_000), { discountFunder: 'platform', artistEarningsCents: 2_500 }],
  // Another seller's coupon is that seller's affair.
  ['one of another seller', sold('seller', 0), { discountFunder: undefined, artistEarningsCents: 2_500 }],
])('of a coupon a seller sees what it took off the own item: %s', (_whose, item, expected) => {
  expect(sellersItemMessage(item)).toMatchObject(expected);
});
