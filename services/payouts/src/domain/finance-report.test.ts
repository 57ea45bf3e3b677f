import { expect, it } from 'vitest';
import { figuresOf, type Moved } from './finance-report.ts';

const moved = (kind: Moved['kind'], debit: Moved['debit'], credit: Moved['credit'], amountCents: number): Moved => ({
  kind,
  debit,
  credit,
  amountCents,
});

it('figures say what was sold, given back, kept, earned and paid', () => {
  const figures = figuresOf([
    moved('order_approved', 'clearing', 'production_cost', 3_000),
    moved('order_approved', 'clearing', 'platform_fee', 1_000),
    moved('order_approved', 'clearing', 'artist_earnings', 2_000),
    moved('order_approved', 'freight', 'clearing', 500),
    moved('order_approved', 'provider_fees', 'clearing', 199),
    moved('refunded', 'artist_earnings', 'clearing', 300),
    moved('refunded', 'refunds', 'clearing', 200),
    moved('item_returned', 'artist_earnings', 'returns', 100),
    moved('payout_paid', 'artist_earnings', 'payouts', 1_200),
    moved('payout_paid', 'payouts', 'artist_earnings', 50),
  ]);

  expect(figures).toMatchObject({
    salesCents: 5_500,
    refundsCents: 500,
    platformFeeCents: 1_000,
    providerFeesCents: 199,
    earnedCents: 1_600,
    paidCents: 1_150,
    payableCents: 450,
  });
  expect(figures.accounts.find(({ name }) => name === 'clearing')).toMatchObject({
    debitCents: 6_000,
    creditCents: 1_199,
  });
});

it('what providers kept stays the same where artists bear it, and is nothing of a seller’s own', () => {
  const fees = [
    moved('order_approved', 'provider_fees', 'clearing', 199),
    moved('transfer_fee', 'provider_fees', 'clearing', 150),
  ];
  const borne = moved('order_approved', 'artist_earnings', 'provider_fees', 120);

  expect(figuresOf([...fees, borne])).toMatchObject({
    providerFeesCents: 349,
    earnedCents: -120,
    artistProviderFeesCents: 120,
  });
  expect(figuresOf([borne])).toMatchObject({ salesCents: 0, providerFeesCents: 0, payableCents: -120 });
});

it('tells what coupons took off by who bears it', () => {
  const discounts = [
    moved('order_approved', 'discounts', 'clearing', 1_000),
    moved('order_approved', 'artist_earnings', 'discounts', 400),
    moved('order_approved', 'discounts', 'artist_earnings', 100),
  ];

  expect(figuresOf(discounts)).toMatchObject({
    platformDiscountsCents: 700,
    sellerDiscountsCents: 300,
    artistProviderFeesCents: 0,
  });
});
