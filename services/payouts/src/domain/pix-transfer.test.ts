import { describe, expect, it } from 'vitest';
import {
  approve,
  repeatRequest,
  searchedDays,
  beginRequest,
  continueAt,
  endRequest,
  newPixTransfer,
  observe,
  PIX_TRANSFER_STATUSES,
  type PixTransfer,
  type PixTransferStatus,
  type SeenTransfer,
  withdraw,
} from './pix-transfer.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const INTENDED: PixTransfer = newPixTransfer({
  id: 'transfer',
  payoutId: 'payout',
  sellerProfileId: 'seller',
  pixKeyId: 'key-row',
  amountCents: 5_000,
});
const NEVER_SEEN: readonly PixTransferStatus[] = ['intended', 'requested'];
const inStatus = (status: PixTransferStatus): PixTransfer => ({
  ...INTENDED,
  status,
  requestedAt: status === 'intended' ? null : NOW,
  providerId: NEVER_SEEN.includes(status) ? null : 'provider-1',
});
const seen = (state: SeenTransfer['state'], more: Partial<SeenTransfer> = {}): SeenTransfer => ({
  providerId: 'provider-1',
  state,
  amountCents: 5_000,
  endToEndId: null,
  receiptUrl: null,
  feeCents: null,
  ...more,
});
const STATES = ['pending', 'done', 'failed', 'cancelled', 'returned'] as const;

describe('what the provider shows of a transfer', () => {
  const after = 'after_its_end';
  it.each<[PixTransferStatus, readonly string[]]>([
    ['requested', ['accepted', 'done', 'failed', 'failed', 'returned']],
    ['accepted', ['same', 'done', 'failed', 'failed', 'returned']],
    ['done', ['same', 'same', 'returned', 'returned', 'returned']],
    ['failed', ['same', after, 'same', 'same', 'same']],
    ['returned', ['same', 'same', 'same', 'same', 'same']],
  ])('that is %s: pending, done, failed, cancelled, returned', (status, outcomes) => {
    const shown = STATES.map((state) => {
      const change = observe(inStatus(status), seen(state));
      return change?.unexplained ?? change?.status ?? 'same';
    });

    expect(shown).toEqual(outcomes);
  });

  it('changes nothing when it is shown again, whatever it made of it', () => {
    for (const status of PIX_TRANSFER_STATUSES)
      for (const state of STATES) {
        const transfer = { ...inStatus(status), ...observe(inStatus(status), seen(state)) };
        expect(observe(transfer, seen(state))).toBeNull();
      }
  });

  it.each([
    ['cancelled', 'cancelled'],
    ['failed', 'not_delivered'],
    ['returned', 'came_back'],
    ['done', null],
  ] as const)('as %s gives the reason %s', (state, failure) => {
    expect(observe(inStatus('accepted'), seen(state))).toMatchObject({ failure });
  });

  it.each([
    ['another transfer', inStatus('accepted'), { providerId: 'provider-2' }, 'another_transfer'],
    [
      'another one that failed',
      inStatus('accepted'),
      { providerId: 'provider-2', state: 'failed' as const },
      undefined,
    ],
    ['another amount', inStatus('accepted'), { amountCents: 5_001 }, 'another_amount'],
    ['never requested', INTENDED, {}, 'never_requested'],
    ['back in part', inStatus('done'), { amountCents: 4_999, state: 'returned' as const }, 'another_amount'],
  ])('is no news of it where it is %s', (_what, transfer, more, unexplained) => {
    expect(observe(transfer, seen('done', more))?.unexplained).toBe(unexplained);
    expect(observe(transfer, seen('done', more))?.status).toBeUndefined();
  });
});

describe('the request of a transfer', () => {
  const READY = { amountCents: 4_000, isKeyCurrent: true, now: NOW };
  const requested = { ...INTENDED, ...beginRequest(INTENDED, READY) };

  it('is stored first, with what the batch has then, and not begun twice', () => {
    expect([requested.status, requested.requestedAt, requested.amountCents, beginRequest(requested, READY)]).toEqual([
      'requested',
      NOW,
      4_000,
      null,
    ]);
  });

  it('does not begin where money left already', () => {
    expect(beginRequest({ ...INTENDED, unexplained: 'never_requested' }, READY)).toBeNull();
  });

  it.each([
    ['key_changed', { isKeyCurrent: false }],
    ['nothing_left', { amountCents: 0 }],
  ])('is over before it begins: %s', (failure, more) => {
    expect(beginRequest(INTENDED, { ...READY, ...more })).toEqual({ status: 'failed', failure });
  });

  it.each([
    ['had no effect', requested, false, 'intended'],
    ['was rejected for good', requested, true, 'failed'],
    ['was rejected, though it was approved', { ...requested, providerId: 'provider-1' }, true, undefined],
    ['was rejected, though it is done', inStatus('done'), true, undefined],
  ])('that %s', (_what, transfer, isOver, status) => {
    expect(endRequest(transfer, isOver)?.status).toBe(status);
  });

  it.each([
    ['once more', requested, 0, true, { requestedAt: NOW }],
    ['not yet', requested, 1, true, null],
    ['of one that was seen never', { ...requested, providerId: 'provider-1' }, 0, true, null],
    ['of one that is over never', inStatus('failed'), 0, true, null],
    ['of one that contradicts itself never', { ...requested, unexplained: 'another_amount' as const }, 0, true, null],
    ['to a key that ended never', requested, 0, false, { status: 'failed', failure: 'key_changed' }],
    ['to a key that ended not yet', requested, 1, false, null],
    ['of one that was seen, though its key ended, never', inStatus('accepted'), 0, false, null],
  ])('is repeated: %s', (_when, transfer, afterMs, isKeyCurrent, change) => {
    expect(repeatRequest(transfer, { isKeyCurrent, now: NOW, searchedAt: NOW }, afterMs)).toEqual(change);
  });

  it('is not repeated for a search that began too soon after it, however long that took', () => {
    const searchedAt = new Date(NOW.getTime() + 9_999);
    const now = new Date(NOW.getTime() + 60_000);

    expect(repeatRequest(requested, { isKeyCurrent: true, now, searchedAt }, 10_000)).toBeNull();
    const inTime = { isKeyCurrent: true, now, searchedAt: new Date(NOW.getTime() + 10_000) };
    expect(repeatRequest(requested, inTime, 10_000)).toEqual({ requestedAt: now });
  });

  it('is searched from the day before it was made to the day after today', () => {
    const createdAt = new Date('2026-11-20T02:59:59.999Z');

    expect(searchedDays({ createdAt }, NOW)).toEqual({ from: '2026-11-18', to: '2026-11-21' });
  });

  it('is taken back only where nothing can be under way', () => {
    const taken = PIX_TRANSFER_STATUSES.map((status) => withdraw(inStatus(status), 'withdrawn')?.status);

    expect(taken).toEqual(['failed', undefined, undefined, undefined, undefined, undefined]);
    const contradicting = { ...inStatus('requested'), unexplained: 'another_amount' as const };
    expect(withdraw(contradicting, 'by_hand')?.status).toBe('failed');
  });

  it('waits longer each time, half an hour at most', () => {
    const waits = [0, 1, 2, 3, 20].map((tries) => continueAt(tries, NOW).getTime() - NOW.getTime());

    expect(waits).toEqual([2_000, 2_000, 4_000, 8_000, 1_800_000]);
  });
});

describe('the approval of a transfer', () => {
  const REQUESTED = inStatus('requested');
  const REQUEST = { providerId: 'provider-1', amountCents: 5_000, key: 'somebody@example.com' };
  const KEY = REQUEST.key;

  it('binds the first, and rejects the second of one intent', () => {
    const first = approve(REQUESTED, KEY, REQUEST);
    expect(first).toEqual({ kind: 'approved', change: { providerId: 'provider-1' } });
    const bound = { ...REQUESTED, providerId: 'provider-1' };

    expect(approve(bound, KEY, REQUEST).kind).toBe('approved');
    expect(approve(bound, KEY, { ...REQUEST, providerId: 'provider-2' })).toMatchObject({ reason: 'second_transfer' });
  });

  it.each<[string, PixTransfer | undefined, string | null, object]>([
    ['unknown', undefined, KEY, {}],
    ['another_amount', REQUESTED, KEY, { amountCents: 5_001 }],
    ['another_key', REQUESTED, KEY, { key: 'other@example.com' }],
    ['another_key', REQUESTED, null, {}],
    ['another_key', REQUESTED, null, { key: null }],
    ...(['intended', 'done', 'failed', 'returned'] as const).map((status): [string, PixTransfer, string, object] => [
      'not_requested',
      inStatus(status),
      KEY,
      {},
    ]),
  ])('is rejected: %s', (reason, transfer, key, more) => {
    expect(approve(transfer, key, { ...REQUEST, ...more })).toEqual({ kind: 'rejected', reason });
  });
});
