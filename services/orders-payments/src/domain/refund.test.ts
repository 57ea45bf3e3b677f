import { describe, expect, it } from 'vitest';
import { aRefund, BEFORE, NOON, UNFUNDED } from './ledger-samples.ts';
import type { ProviderRefund } from './payment.ts';
import { denyRefund, isUnfunded, type Refund, refundAmount, REJECTIONS_MAX, takeRefunds } from './refund.ts';

function denied(refund: Refund): Refund {
  denyRefund(refund);
  return refund;
}

describe('the amount of a refund', () => {
  it.each([
    [5_000, null, 5_000],
    [5_000, 1, 1],
    [5_000, 5_000, 5_000],
  ])('of %i remaining cents and %j requested is %i', (remaining, requested, amount) => {
    expect(refundAmount(remaining, requested)).toBe(amount);
  });

  it.each([
    [0, null],
    [0, 0],
    [5_000, 0],
    [5_000, -1],
    [5_000, 5_001],
  ])('of %i remaining cents is never %j', (remaining, requested) => {
    expect(() => refundAmount(remaining, requested)).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        reason: 'refund_too_large',
        details: {
          fields: [expect.objectContaining({ path: 'amountCents', code: 'too_big' })],
          members: { remainingCents: String(remaining) },
        },
      }),
    );
  });
});

it.each<[string, Refund, boolean]>([
  ['without balance', aRefund(UNFUNDED), true],
  ['that was sent all the same', aRefund({ ...UNFUNDED, status: 'pending' }), false],
  ['that has failed', aRefund({ ...UNFUNDED, status: 'failed' }), false],
  ['without a rejection', aRefund(), false],
  ['that was denied', denied(aRefund({ reason: 'surplus' })), false],
])('a refund %s waits for balance: %s', (_what, refund, isWaiting) => {
  expect(isUnfunded(refund)).toBe(isWaiting);
});

const shown = (changes: Partial<ProviderRefund> = {}): ProviderRefund => ({
  refundId: 'r-1',
  attempt: null,
  providerRefundId: 're_1',
  amountCents: 4_000,
  state: 'pending',
  ...changes,
});

function taken(
  refund: Refund,
  reported: ProviderRefund[],
  state: Parameters<typeof takeRefunds>[1]['state'] = 'approved',
) {
  const changed = takeRefunds([refund], { reported, state }, NOON);
  expect(changed.every((one) => one === refund)).toBe(true);
  return { ...refund, isChanged: changed.length > 0 };
}

describe('what the provider shows of a refund', () => {
  it.each<[string, Partial<Refund>, Partial<ProviderRefund>, object]>([
    ['is accepted', {}, {}, { status: 'pending', providerRefundId: 're_1', isChanged: false }],
    ['keeps the id it has', { providerRefundId: 're_0' }, {}, { providerRefundId: 're_0' }],
    [
      'waits for its payer',
      {},
      { payerActionUrl: 'http://x.example' },
      { status: 'requires_payer_action', payerActionUrl: 'http://x.example' },
    ],
    [
      'still waits for its payer',
      { status: 'requires_payer_action', payerActionUrl: 'http://x.example' },
      {},
      { status: 'requires_payer_action', payerActionUrl: 'http://x.example' },
    ],
    ['accepts an earlier attempt after all', { failures: 2 }, { attempt: 1 }, { status: 'pending', failures: 1 }],
    ['accepts without saying which attempt', { failures: 2 }, {}, { status: 'pending', failures: 2 }],
    ['is done', UNFUNDED, { state: 'done' }, { status: 'done', doneAt: NOON, isChanged: false }],
    [
      'is done, whatever attempt it was',
      { failures: 2 },
      { state: 'done', attempt: 1 },
      { status: 'done', failures: 2 },
    ],
    [
      'is denied',
      {},
      { state: 'cancelled' },
      { status: 'failed', failures: 1, providerRefundId: null, isChanged: true },
    ],
    [
      'is the denial of an earlier attempt',
      { failures: 1 },
      { state: 'cancelled', attempt: 0 },
      { status: 'requested', failures: 1, isChanged: false },
    ],
    [
      'is the denial of this attempt',
      { failures: 1 },
      { state: 'cancelled', attempt: 1 },
      { status: 'failed', failures: 2 },
    ],
    ['is of another one', {}, { refundId: 'r-9' }, { status: 'requested', providerRefundId: null }],
    [
      'is known by the provider’s id alone',
      { providerRefundId: 're_1', status: 'pending' },
      { refundId: null, state: 'done' },
      { status: 'done' },
    ],
    [
      'is no news of what is done',
      { status: 'done', doneAt: BEFORE },
      { state: 'cancelled' },
      { status: 'done', doneAt: BEFORE, isChanged: false },
    ],
    [
      'performs what it had rejected',
      { status: 'failed', failures: 1 },
      { attempt: 0 },
      { status: 'pending', failures: 0, isChanged: true },
    ],
    ['has done what it had rejected', { status: 'failed' }, { state: 'done' }, { status: 'done', isChanged: false }],
    [
      'is the rejection that is known',
      { status: 'failed' },
      { state: 'cancelled' },
      { status: 'failed', isChanged: false },
    ],
    [
      'performs what a person has ended',
      { status: 'failed', endedByHand: 'given_up' },
      {},
      { status: 'failed', isChanged: false },
    ],
  ])('%s', (_what, refund, reported, expected) => {
    expect(taken(aRefund(refund), [shown(reported)])).toMatchObject(expected);
  });

  it('counts as done before pending, and as pending before denied', () => {
    const [done, pending, cancelled] = (['done', 'pending', 'cancelled'] as const).map((state) => shown({ state }));

    expect(taken(aRefund(), [cancelled!, pending!, done!]).status).toBe('done');
    expect(taken(aRefund(), [cancelled!, pending!]).status).toBe('pending');
  });
});

describe('a payment that is refunded completely', () => {
  it.each<[Partial<Refund>, Refund['status']]>([
    [{ status: 'requested' }, 'done'],
    [{ status: 'requires_payer_action' }, 'done'],
    [{ status: 'failed', reason: 'surplus' }, 'done'],
    [{ status: 'failed', reason: 'refund' }, 'failed'],
    [{ status: 'failed', reason: 'cancel' }, 'failed'],
  ])('leaves of a refund that was %j one that is %s', (refund, status) => {
    expect(taken(aRefund(refund), [], 'refunded').status).toBe(status);
  });

  it('has not done anew what was done', () => {
    expect(taken(aRefund({ status: 'done', doneAt: BEFORE }), [], 'refunded').doneAt).toEqual(BEFORE);
  });
});

describe('a refund of a bank slip, which is shown without ids', () => {
  const unnamed = (changes: Partial<ProviderRefund> = {}) =>
    shown({ refundId: null, providerRefundId: null, ...changes });
  const DENIED = unnamed({ state: 'cancelled' });
  const WAITING = { status: 'requires_payer_action' } as const;

  it.each<[string, Partial<Refund>, ProviderRefund[], 'approved' | 'refund_in_progress', Refund['status']]>([
    ['is denied when its payment is no longer being refunded', WAITING, [DENIED, DENIED], 'approved', 'failed'],
    ['goes on while its payment is', WAITING, [DENIED], 'refund_in_progress', 'requires_payer_action'],
    ['goes on while one of its amount does', WAITING, [DENIED, unnamed()], 'approved', 'requires_payer_action'],
    [
      'goes on when another amount is denied',
      WAITING,
      [unnamed({ state: 'cancelled', amountCents: 1 })],
      'approved',
      'requires_payer_action',
    ],
    [
      'is denied whatever becomes of other amounts',
      WAITING,
      [DENIED, unnamed({ amountCents: 1 })],
      'approved',
      'failed',
    ],
    [
      'goes on when a named one is denied',
      WAITING,
      [shown({ refundId: 'r-9', providerRefundId: null, state: 'cancelled' })],
      'approved',
      'requires_payer_action',
    ],
    [
      'goes on when one with their id is denied',
      WAITING,
      [unnamed({ providerRefundId: 're_9', state: 'cancelled' })],
      'approved',
      'requires_payer_action',
    ],
    ['goes on when nothing is shown', WAITING, [], 'approved', 'requires_payer_action'],
    ['is not denied before it waits for its payer', { status: 'pending' }, [DENIED], 'approved', 'pending'],
    ['goes by what is shown of itself', WAITING, [shown(), DENIED], 'approved', 'requires_payer_action'],
  ])('%s', (_what, refund, reported, state, status) => {
    expect(taken(aRefund(refund), reported, state).status).toBe(status);
  });
});

describe('a denied refund', () => {
  it.each([
    ['refund', 0, 'failed'],
    ['cancel', 0, 'failed'],
    ['surplus', 0, 'requested'],
    ['late', REJECTIONS_MAX - 2, 'requested'],
    ['late', REJECTIONS_MAX - 1, 'failed'],
  ] as const)('for %s after %i denials is %s', (reason, failures, status) => {
    const refund = aRefund({ reason, failures, providerRefundId: 're_1' });

    denyRefund(refund);

    expect(refund).toMatchObject({ status, failures: failures + 1, providerRefundId: null });
  });
});
