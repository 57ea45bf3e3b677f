import { expect, it } from 'vitest';
import { reasonOf } from './reason.ts';
import type { Transfer } from './transfer.ts';

it.each<[Transfer['kind'], Transfer['debit'], Transfer['credit'], string]>([
  ['order_approved', 'clearing', 'freight', 'The buyer paid: shipping, less a discount by no coupon'],
  ['order_approved', 'freight', 'clearing', 'The buyer paid: the discount by no coupon is more than the shipping'],
  ['order_approved', 'artist_earnings', 'clearing', 'Corrected: the buyer paid: what the artist earns'],
  ['order_approved', 'artist_earnings', 'provider_fees', 'The artist bears a part of the provider’s fee'],
  ['order_approved', 'provider_fees', 'artist_earnings', 'Corrected: the artist bears a part of the provider’s fee'],
  ['refunded', 'artist_earnings', 'clearing', 'Went back to the buyer: the artist’s part of it'],
  ['refunded', 'clearing', 'artist_earnings', 'Corrected: went back to the buyer: the artist’s part of it'],
  ['item_returned', 'returns', 'artist_earnings', 'The return was corrected: the artist earns it again'],
  ['payout_paid', 'artist_earnings', 'payouts', 'Paid to the artist'],
])('%s from %s and %s says why', (kind, debit, credit, expected) => {
  expect(reasonOf({ kind, debit, credit })).toBe(expected);
});

it('has no reason for what is never posted', () => {
  expect(() => reasonOf({ kind: 'payout_paid', debit: 'clearing', credit: 'freight' })).toThrow(
    'payout_paid moves nothing from freight to clearing',
  );
});
