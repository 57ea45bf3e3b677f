import { describe, expect, it } from 'vitest';
import { adjust, earn, moveTo, type PayoutItem, standingWith } from './payout-item.ts';
import {
  assemble,
  changeStatus,
  fail,
  NEXT,
  pay,
  type Payout,
  PAYOUT_ITEMS_MAX,
  PAYOUT_STATUSES,
  type PayoutStatus,
  without,
} from './payout.ts';

const noon = new Date('2026-11-20T12:00:00.000Z');
const NOON = new Date('2026-11-22T12:00:00.000Z');
const later = new Date('2026-11-21T12:00:00.000Z');
const SELLER = 'seller-1';

const anItem = (more: Partial<PayoutItem> = {}): PayoutItem => ({
  ...earn(
    {
      orderId: 'order-1',
      orderNumber: 1,
      orderItemId: 'item-1',
      sellerProfileId: SELLER,
      title: 'Demo mug',
      quantity: 2,
      artistEarningsCents: 500,
      breakdown: {
        priceCents: 5000,
        baseCostCents: 3000,
        platformFeeCents: 500,
        profitCents: 1500,
        artistRoyaltyBasisPoints: 3333,
        platformFeeBasisPoints: 1000,
      },
    },
    noon,
  ),
  status: 'releasable',
  ...more,
});

const takeBack = (item: PayoutItem, at: Date) => adjust(item, -item.amountCents, false, at);

const batchOf = (candidates: PayoutItem[], wantedIds: string[] | null = null): Payout =>
  assemble({ sellerProfileId: SELLER, wantedIds, candidates, createdBy: 'admin-1' }, noon);

describe('earn', () => {
  it("is worth one unit's earning times the quantity, and held", () => {
    expect(anItem({ status: 'held' })).toMatchObject({ amountCents: 1000, heldAt: noon, status: 'held', version: 1 });
  });
});

describe('moveTo', () => {
  const to = (status: PayoutItem['status'], leavesBatch = false) => ({ status, leavesBatch });

  it('changes nothing when the standing is the same', () => {
    expect(moveTo(anItem(), to('releasable'), later)).toBeNull();
  });

  it('notes when it became releasable, and forgets it when that was a mistake', () => {
    const released = { ...anItem({ status: 'held' }), ...moveTo(anItem({ status: 'held' }), to('releasable'), later) };

    expect(released).toMatchObject({ status: 'releasable', releasableAt: later, version: 2 });
    expect(moveTo(released, to('held'), later)).toMatchObject({ status: 'held', releasableAt: null, version: 3 });
  });

  it('leaves an unpaid batch when reversed', () => {
    const change = moveTo(anItem({ payoutId: 'payout-1' }), to('reversed', true), later);

    expect(change).toEqual({ status: 'reversed', version: 2, payoutId: null, reversedAt: later });
  });

  it('stays in a paid batch when reversed', () => {
    const paid = anItem({ status: 'paid', payoutId: 'payout-1', paidAt: noon });

    expect(moveTo(paid, to('reversed'), later)).toEqual({ status: 'reversed', version: 2, reversedAt: later });
    const reversed = { ...paid, status: 'reversed' as const, reversedAt: noon };
    expect(moveTo(reversed, to('paid'), later)).toEqual({ status: 'paid', version: 2, reversedAt: null });
  });
});

describe('adjust', () => {
  it('is due at once when its sale is or was, in no batch yet', () => {
    const paid = anItem({ status: 'paid', payoutId: 'payout-1', paidAt: noon });

    const adjustment = adjust(paid, -1000, false, later);

    expect(adjustment).toMatchObject({ type: 'adjustment', amountCents: -1000, status: 'releasable', payoutId: null });
    expect(adjustment).toMatchObject({ orderItemId: paid.orderItemId, releasableAt: later, paidAt: null });
    expect(adjustment.id).not.toBe(paid.id);
  });

  it('is held while its sale is', () => {
    const adjustment = adjust(anItem({ status: 'held' }), -10, false, noon);

    expect(adjustment).toMatchObject({ status: 'held', heldAt: noon, releasableAt: null });
  });

  it.each([
    ['held', null, false, 'held', false],
    ['held', 'payout-1', false, 'held', true],
    ['releasable', null, false, 'releasable', false],
    ['releasable', 'payout-1', false, 'releasable', false],
    ['reversed', null, false, 'reversed', false],
    ['reversed', 'payout-1', false, 'reversed', true],
    ['reversed', null, true, 'releasable', false],
    ['reversed', 'payout-1', true, 'releasable', false],
    ['paid', 'payout-1', true, 'releasable', false],
  ] as const)(
    'beside a sale that is %s, itself in %s, something paid: %s, is %s',
    (of, payoutId, paid, status, leaves) => {
      const sale = anItem({ status: of });
      const adjustment = { ...adjust(anItem(), -10, false, noon), payoutId };

      for (const isOnHold of [false, true])
        expect(standingWith(sale, adjustment, { isOnHold, hasPaid: paid })).toEqual({ status, leavesBatch: leaves });
    },
  );

  it('that pays out is held while the order is on hold, beside what is paid too', () => {
    const paid = anItem({ status: 'paid', payoutId: 'payout-1', paidAt: noon });
    const more = adjust(paid, 10, true, later);

    expect(more).toMatchObject({ status: 'held', heldAt: later, releasableAt: null });
    const batched = { ...adjust(paid, 10, false, later), payoutId: 'payout-2' };
    expect(standingWith(paid, batched, { isOnHold: true, hasPaid: true })).toEqual({
      status: 'held',
      leavesBatch: true,
    });
    expect(standingWith(paid, more, { isOnHold: false, hasPaid: true })).toEqual({
      status: 'releasable',
      leavesBatch: false,
    });
  });
});

describe('assemble', () => {
  it('takes all, with what is owed back', () => {
    const items = [anItem(), anItem(), takeBack(anItem({ amountCents: 300 }), noon)];

    const payout = batchOf(items);

    expect(payout).toMatchObject({ status: 'pending', totalCents: 1700, createdBy: 'admin-1', version: 1 });
    expect(payout.itemIds).toEqual(items.map(({ id }) => id));
  });

  it('takes what is given back to the seller, even alone', () => {
    expect(batchOf([adjust(anItem(), 300, false, noon)])).toMatchObject({ totalCents: 300 });
  });

  it('takes the wanted items only, and still what is owed back', () => {
    const [one, other, owed] = [anItem(), anItem(), takeBack(anItem({ amountCents: 300 }), noon)];

    expect(batchOf([one, other, owed], [other.id]).itemIds).toEqual([other.id, owed.id]);
    expect(batchOf([one, other, owed], [other.id, owed.id]).itemIds).toEqual([other.id, owed.id]);
  });

  const rejections: [string, string, () => Payout][] = [
    ['nothing_to_pay', 'no item at all', () => batchOf([])],
    ['nothing_to_pay', 'only what is owed back', () => batchOf([takeBack(anItem(), noon)])],
    ['nothing_to_pay', 'as much owed as earned', () => batchOf([anItem(), takeBack(anItem(), noon)])],
    ['unknown_reference', 'an item that does not exist', () => batchOf([anItem()], ['nobody'])],
    [
      'unknown_reference',
      'an item of another seller',
      () => batchOf([anItem({ id: 'a', sellerProfileId: 'seller-2' })], ['a']),
    ],
    ['wrong_state', 'a held item', () => batchOf([anItem({ id: 'a', status: 'held' })], ['a'])],
    ['wrong_state', 'a reversed item', () => batchOf([anItem({ id: 'a', status: 'reversed' })], ['a'])],
    ['wrong_state', 'a paid item', () => batchOf([anItem({ id: 'a', status: 'paid' })], ['a'])],
    ['wrong_state', 'an item of another live batch', () => batchOf([anItem({ id: 'a', payoutId: 'p' })], ['a'])],
    ['limit_reached', 'too many', () => batchOf(Array.from({ length: PAYOUT_ITEMS_MAX + 1 }, () => anItem()))],
  ];

  it.each(rejections)('rejects with %s: %s', (reason, _case, make) => {
    expect(make).toThrow(expect.objectContaining({ reason }));
  });
});

describe('a payout', () => {
  const pending = batchOf([anItem(), anItem()]);

  it('is paid once, with its reference', () => {
    expect(pay(pending, 'transfer-1', later)).toEqual({
      status: 'paid',
      reference: 'transfer-1',
      paidAt: later,
      updatedAt: later,
      version: 2,
    });
  });

  it('fails with a reason', () => {
    expect(fail(pending, 'account closed', later)).toMatchObject({ status: 'failed', failureReason: 'account closed' });
  });

  it('loses an item and its amount', () => {
    const [gone = ''] = pending.itemIds;

    expect(without(pending, { id: gone, amountCents: 1000 }, later)).toEqual({
      itemIds: pending.itemIds.slice(1),
      totalCents: 1000,
      updatedAt: later,
      version: 2,
    });
  });

  it('that lost everything cannot be paid', () => {
    expect(() => pay({ ...pending, totalCents: 0 }, null, later)).toThrow(/comes to 0 cents/);
  });

  const others = (['sending', 'paid', 'failed'] as const satisfies PayoutStatus[]).map((status) => ({
    ...pending,
    status,
  }));

  it.each(others)('that is $status is neither paid nor failed by hand', (payout) => {
    expect(() => pay(payout, null, later)).toThrow(payout.status);
    expect(() => fail(payout, 'late', later)).toThrow(payout.status);
  });

  it('that is being sent is marked by hand where what the provider says contradicts itself', () => {
    const [sending, paid] = others;

    expect(pay(sending!, 'by hand', NOON, true).status).toBe('paid');
    expect(fail(sending!, 'it never left', NOON, true).status).toBe('failed');
    expect(() => pay(paid!, null, NOON, true)).toThrow('paid');
  });

  it.each(PAYOUT_STATUSES.flatMap((from) => PAYOUT_STATUSES.map((to) => [from, to] as const)))(
    'that is %s becomes %s where the table says so',
    (from, to) => {
      const change = () => changeStatus({ ...pending, status: from }, { status: to }, noon);

      if (NEXT[from].includes(to)) expect(change()).toEqual({ status: to, updatedAt: noon, version: 2 });
      else expect(change).toThrow(from);
    },
  );
});
