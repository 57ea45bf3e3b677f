import { describe, expect, it } from 'vitest';
import type { Breakdown } from './payout-item.ts';
import { type LedgerOrder, payoutTransfers, settleOrder, unknownOf } from './order-transfers.ts';
import type { Transfer } from './transfer.ts';

const SALE = {
  wasApproved: true,
  paymentStatus: 'approved',
  isDisputed: false,
  isRefundUnderWay: false,
  itemStatus: 'delivered',
} as const;
const BREAKDOWN: Breakdown = {
  priceCents: 5_000,
  baseCostCents: 3_000,
  platformFeeCents: 500,
  profitCents: 1_500,
  artistRoyaltyBasisPoints: 3_333,
  platformFeeBasisPoints: 1_000,
};
const ITEM = {
  orderItemId: 'item',
  sellerProfileId: 'seller',
  quantity: 2,
  artistEarningsCents: 500,
  breakdown: BREAKDOWN,
  givenBackCents: 0,
  borneFeeCents: 0,
  saleState: SALE,
};
const ORDER: LedgerOrder = { orderId: 'order', totalCents: 11_501, refundedCents: 0, feeCents: 0, items: [ITEM] };
const order = (
  change: Partial<LedgerOrder>,
  item: Partial<Omit<typeof ITEM, 'saleState'>> = {},
  saleState: Partial<LedgerOrder['items'][number]['saleState']> = {},
): LedgerOrder => ({ ...ORDER, ...change, items: [{ ...ITEM, ...item, saleState: { ...SALE, ...saleState } }] });

const shown = (transfers: readonly Transfer[]): string[] =>
  transfers.map(({ kind, debit, credit, amountCents }) => `${kind}: ${debit} <- ${credit} ${amountCents}`);
const byKind = (one: Transfer, other: Transfer) => shown([one])[0]!.localeCompare(shown([other])[0]!);
const settled = settleOrder(ORDER, []);

describe('a sold order', () => {
  it('keeps the fee that was posted where an event does not say it, and corrects another one', () => {
    const posted = settleOrder(order({ feeCents: 199 }), []);

    expect(shown(settleOrder(order({ feeCents: null }), posted))).toEqual([]);
    expect(shown(settleOrder(order({ feeCents: 149 }), posted))).toEqual([
      'order_approved: clearing <- provider_fees 50',
    ]);
    expect(unknownOf(order({ feeCents: null }))).toEqual([]);
  });

  it('takes from its artists what they bear of the fee, whatever an event says of that', () => {
    const posted = settleOrder(order({ feeCents: 199 }, { borneFeeCents: 150 }), []);

    expect(shown(posted)).toContain('order_approved: artist_earnings <- provider_fees 150');
    expect(posted.find(({ debit }) => debit === 'artist_earnings')).toMatchObject({
      orderItemId: 'item',
      sellerProfileId: 'seller',
    });
    const corrected = settleOrder(order({ feeCents: null }, { borneFeeCents: 100 }), posted);
    expect(shown(corrected)).toEqual(['order_approved: provider_fees <- artist_earnings 50']);
    const returned = order({ feeCents: 199 }, { borneFeeCents: 150 }, { itemStatus: 'returned' });
    expect(shown(settleOrder(returned, posted)).toSorted()).toEqual([
      'item_returned: artist_earnings <- returns 1000',
      'order_approved: provider_fees <- artist_earnings 150',
    ]);
  });

  it('moves its total from what providers owe into its parts, each item with its seller', () => {
    expect(shown(settled).toSorted()).toEqual([
      'order_approved: clearing <- artist_earnings 1000',
      'order_approved: clearing <- freight 1501',
      'order_approved: clearing <- platform_fee 1000',
      'order_approved: clearing <- platform_margin 2000',
      'order_approved: clearing <- production_cost 6000',
    ]);
    expect(settled.find(({ credit }) => credit === 'artist_earnings')).toMatchObject({
      sellerProfileId: 'seller',
      orderItemId: 'item',
      payoutId: null,
    });
    expect(settled.find(({ credit }) => credit === 'freight')).toMatchObject({
      sellerProfileId: null,
      orderItemId: null,
    });
  });

  it.each<[string, LedgerOrder, string[]]>([
    ['again: nothing', ORDER, []],
    [
      'of which the provider kept its fee: the platform bears it',
      order({ feeCents: 199 }),
      ['order_approved: provider_fees <- clearing 199'],
    ],
    [
      'of which a part went back: the artist gives his, the platform the rest',
      order({ refundedCents: 1_000 }, { givenBackCents: 100 }),
      ['refunded: artist_earnings <- clearing 100', 'refunded: refunds <- clearing 900'],
    ],
    [
      'of which all went back',
      order({ refundedCents: 11_501 }, { givenBackCents: 1_000 }, { paymentStatus: 'refunded' }),
      ['refunded: artist_earnings <- clearing 1000', 'refunded: refunds <- clearing 10501'],
    ],
    [
      'that ended though less went back than the artist lost: the rest is the platform’s',
      order({ refundedCents: 300 }, { givenBackCents: 26 }, { paymentStatus: 'cancelled' }),
      ['earning_forfeited: artist_earnings <- platform_margin 700', 'refunded: artist_earnings <- clearing 300'],
    ],
    [
      'that was returned: the earning is taken back, no money moves yet',
      order({}, {}, { itemStatus: 'returned' }),
      ['item_returned: artist_earnings <- returns 1000'],
    ],
    [
      'that was returned and of which a part went back',
      order({ refundedCents: 2_500 }, { givenBackCents: 250 }, { itemStatus: 'returned' }),
      [
        'item_returned: artist_earnings <- returns 750',
        'refunded: artist_earnings <- clearing 250',
        'refunded: refunds <- clearing 2250',
      ],
    ],
    ['that is disputed: nothing', order({}, {}, { isDisputed: true }), []],
    ['of which less is known than before: nothing is taken back', order({ totalCents: null, refundedCents: null }), []],
  ])('%s', (_case, known, expected) => {
    const lacking = settleOrder(known, settled);

    expect(shown(lacking).toSorted()).toEqual(expected);
    expect(settleOrder(known, [...settled, ...lacking])).toEqual([]);
    expect(settleOrder(ORDER, [...settled, ...lacking]).toSorted(byKind)).toEqual(
      lacking.map(({ debit, credit, ...rest }) => ({ ...rest, debit: credit, credit: debit })).toSorted(byKind),
    );
  });

  it.each<[string, LedgerOrder, string[]]>([
    ['is nothing before it is approved', order({}, {}, { wasApproved: false }), []],
    [
      'may be discounted by more than its shipping',
      order({ totalCents: 9_000 }),
      ['order_approved: freight <- clearing 1000'],
    ],
    [
      'may have a loss',
      order({}, { artistEarningsCents: 0, breakdown: { ...BREAKDOWN, baseCostCents: 5_000, profitCents: -500 } }),
      ['order_approved: platform_margin <- clearing 1000', 'order_approved: clearing <- production_cost 10000'],
    ],
  ])('%s', (_case, known, expected) => {
    const found = shown(settleOrder(known, []));

    expect(found).toEqual(expect.arrayContaining(expected));
    expect(expected.length > 0 || found.length === 0).toBe(true);
  });

  it('of before totals were stored lacks freight, and what the platform gave back', () => {
    const known = order({ totalCents: null, refundedCents: null }, { givenBackCents: 100 });

    expect(unknownOf(known)).toEqual(['freight', 'refunds']);
    const found = settleOrder(known, []);
    expect(shown(found).filter((line) => /freight|refunds/.test(line))).toEqual([]);
    expect(shown(found)).toContain('refunded: artist_earnings <- clearing 100');
    expect(shown(settleOrder(order({ refundedCents: 1_000 }, { givenBackCents: 100 }), found))).toEqual([
      'order_approved: clearing <- freight 1501',
      'refunded: refunds <- clearing 900',
    ]);
  });
});

describe('a coupon', () => {
  const discounted = (discountFunder: 'platform' | 'seller'): LedgerOrder =>
    order({ totalCents: 11_501 - 301 }, { breakdown: { ...BREAKDOWN, discountCents: 301, discountFunder } });

  it.each<['platform' | 'seller', string[]]>([
    ['platform', ['order_approved: discounts <- clearing 301']],
    ['seller', ['order_approved: artist_earnings <- discounts 301', 'order_approved: discounts <- clearing 301']],
  ])('of the %s is borne by it alone, and changes no other part', (funder, more) => {
    expect(shown(settleOrder(discounted(funder), [])).toSorted()).toEqual([...shown(settled), ...more].toSorted());
  });

  it.each<['platform' | 'seller', number]>([
    ['platform', 1_000],
    ['seller', 699],
  ])('of the %s leaves the artist what is given back with all', (funder, earnedCents) => {
    const { items, ...known } = discounted(funder);
    const saleState = { ...SALE, paymentStatus: 'refunded' as const };
    const back = { ...known, refundedCents: 11_200, items: items.map((one) => ({ ...one, saleState })) };

    expect(shown(settleOrder(back, settleOrder({ ...known, items }, []))).toSorted()).toEqual([
      `refunded: artist_earnings <- clearing ${earnedCents}`,
      `refunded: refunds <- clearing ${11_200 - earnedCents}`,
    ]);
  });
});

describe('a paid batch', () => {
  const entry = (orderItemId: string, amountCents: number) => ({
    amountCents,
    orderId: 'order',
    orderItemId,
    sellerProfileId: 'seller',
    payoutId: 'payout',
  });

  it.each([
    ['pays each item', [entry('one', 500), entry('two', 300)], [500, 300]],
    ['pays an item less what was taken off', [entry('one', 500), entry('one', -200)], [300]],
    ['leaves out what comes to nothing', [entry('one', 500), entry('one', -500)], []],
  ])('%s', (_case, entries, expected) => {
    const found = payoutTransfers(entries);

    expect(found.map(({ amountCents }) => amountCents)).toEqual(expected);
    expect(found.every(({ debit, credit }) => debit === 'artist_earnings' && credit === 'payouts')).toBe(true);
  });

  it('takes back what an item owes', () => {
    expect(shown(payoutTransfers([entry('one', -200)]))).toEqual(['payout_paid: payouts <- artist_earnings 200']);
  });
});
