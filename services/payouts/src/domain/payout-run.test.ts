import { describe, expect, it } from 'vitest';
import {
  approveRun,
  mayStart,
  needsTwo,
  type PayableSeller,
  planRun,
  RUN_ITEMS_MAX,
  RUN_SELLERS_MAX,
  withdrawRun,
} from './payout-run.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const NEXT_DAY = new Date('2026-11-20T12:00:00.001Z');
const MINIMUM_CENTS = 1_000;
const KEY = { id: 'key', usableFrom: NOW };

const planOf = (...sellers: Omit<PayableSeller, 'sellerProfileId' | 'itemCount'>[]) =>
  planRun(
    sellers.map((seller, place) => ({ sellerProfileId: `seller-${place}`, itemCount: 1, ...seller })),
    MINIMUM_CENTS,
    NOW,
  );

describe('a run', () => {
  it.each([
    ['who owes', { amountCents: -1, key: KEY }, 'owes'],
    ['who is owed nothing', { amountCents: 0, key: KEY }, 'owes'],
    ['who is owed less than the minimum', { amountCents: MINIMUM_CENTS - 1, key: KEY }, 'below_minimum'],
    ['who has no key', { amountCents: MINIMUM_CENTS, key: null }, 'no_key'],
    ['whose key cools', { amountCents: MINIMUM_CENTS, key: { id: 'key', usableFrom: NEXT_DAY } }, 'key_cools'],
  ])('leaves out %s', (_who, seller, reason) => {
    expect(planOf(seller)).toMatchObject({
      paid: [],
      excluded: [{ sellerProfileId: 'seller-0', reason }],
      totalCents: 0,
    });
  });

  it('pays the others to the keys that they have', () => {
    const plan = planOf(
      { amountCents: MINIMUM_CENTS, key: KEY },
      { amountCents: 5, key: KEY },
      { amountCents: 2_000, key: KEY },
    );

    expect(plan.paid).toEqual([
      { sellerProfileId: 'seller-2', amountCents: 2_000, itemCount: 1, pixKeyId: 'key' },
      { sellerProfileId: 'seller-0', amountCents: 1_000, itemCount: 1, pixKeyId: 'key' },
    ]);
    expect([plan.totalCents, plan.excluded.length]).toEqual([3_000, 1]);
  });

  it.each([
    [1_000, [], false],
    [1_000, ['one'], true],
    [1_001, ['one'], false],
    [1_001, ['one', 'one'], false],
    [1_001, ['one', 'other'], true],
  ])('of %i cents at a limit of 1,000 may start when %j want it: %s', (totalCents, approvedBy, may) => {
    expect(mayStart({ needsTwoApprovers: needsTwo(totalCents, 1_000), approvedBy })).toBe(may);
  });

  it('leaves to the next one what does not fit into a transaction', () => {
    const many = Array.from({ length: RUN_SELLERS_MAX + 1 }, () => ({ amountCents: 2_000, key: KEY }));
    const full = { sellerProfileId: 'full', amountCents: 3_000, itemCount: RUN_ITEMS_MAX, key: KEY };
    const other = { sellerProfileId: 'other', amountCents: 2_000, itemCount: 1, key: KEY };

    expect(planOf(...many).excluded).toMatchObject([{ reason: 'run_is_full' }]);
    expect(planRun([other, full], MINIMUM_CENTS, NOW)).toMatchObject({
      paid: [{ sellerProfileId: 'full' }],
      excluded: [{ sellerProfileId: 'other', reason: 'run_is_full' }],
    });
  });
});

describe('the approval of a run', () => {
  const PROPOSED = {
    id: 'run',
    totalCents: 1_001,
    createdBy: 'one',
    createdAt: NOW,
    needsTwoApprovers: true,
    approvedBy: ['one'],
    startedAt: null,
    withdrawnAt: null,
    scheduledFor: null,
  };

  it('is by another admin, once', () => {
    const started = { ...PROPOSED, ...approveRun(PROPOSED, 'other', NOW) };

    expect(started).toMatchObject({ approvedBy: ['one', 'other'], startedAt: NOW });
    expect(() => approveRun(PROPOSED, 'one', NOW)).toThrow(expect.objectContaining({ reason: 'same_approver' }));
    expect(() => approveRun(started, 'third', NOW)).toThrow(/is started/);
    expect(() => withdrawRun(started, NOW)).toThrow(/is started/);
  });

  it('is never of one that was withdrawn', () => {
    const withdrawn = { ...PROPOSED, ...withdrawRun(PROPOSED, NOW) };

    expect(() => approveRun(withdrawn, 'other', NOW)).toThrow(/is withdrawn/);
  });
});
