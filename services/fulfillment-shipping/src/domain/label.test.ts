import { describe, expect, it } from 'vitest';
import {
  callOff,
  failAttempt,
  LABEL_REJECTIONS_MAX,
  checkAgain,
  newShipment,
  nextStep,
  NONE_FAILED,
  retried,
  retriedCancellation,
} from './label.ts';

const noon = new Date('2026-11-20T12:00:00.000Z');
const fresh = newShipment('order-1', 'melhorenvio', noon);
const wait = { firstMs: 1_000, atLeastMs: 0 };
const rejection = { reason: 'rejected', isRejected: true, lacksBalance: false };
const outage = { reason: 'no answer', isRejected: false, lacksBalance: false };
const unpaid = { reason: 'not paid', isRejected: false, lacksBalance: true };

describe('nextStep', () => {
  it.each([
    ['cart', {}],
    ['checkout', { labelId: 'l' }],
    ['generate', { labelId: 'l', purchasedAt: noon }],
    ['print', { labelId: 'l', purchasedAt: noon, generatedAt: noon }],
    ['cancel', { labelId: 'l', purchasedAt: noon, cancelRequestedAt: noon }],
    ['cancel', { cancelRequestedAt: noon }],
    [null, { labelId: 'l', purchasedAt: noon, generatedAt: noon, labelUrl: 'https://label.example' }],
  ])('is %s after %j', (step, done) => {
    expect(nextStep({ ...fresh, ...done })).toBe(step);
  });
});

describe('retried', () => {
  it('has a label that failed due at once, with all its attempts', () => {
    const failed = { ...fresh, error: 'rejected', attempts: 12, refusals: LABEL_REJECTIONS_MAX, nextAttemptAt: null };
    expect(retried(failed, noon)).toEqual({
      ...NONE_FAILED,
      nextAttemptAt: noon,
      version: fresh.version + 1,
    });
  });

  it('goes on with one that was bought and not generated', () => {
    const failed = {
      ...fresh,
      status: 'label_purchased',
      labelId: 'l',
      error: 'rejected',
      nextAttemptAt: null,
    } as const;
    expect(retried(failed, noon)).toEqual({
      ...NONE_FAILED,
      nextAttemptAt: noon,
      version: fresh.version + 1,
    });
  });

  it('begins anew in place of one that was cancelled, and still searches first for what became of it', () => {
    const made = { labelId: 'l', cartRequestedAt: noon, purchasedAt: noon, labelUrl: 'https://label.example' };
    const again = { ...fresh, ...made, ...retried({ ...fresh, ...made, status: 'cancelled' }, noon) };

    expect(again).toMatchObject({
      status: 'label_pending',
      nextAttemptAt: noon,
      labelUrl: null,
      cartRequestedAt: noon,
    });
    expect(nextStep(again)).toBe('cart');
  });

  it.each([{}, { status: 'label_generated', error: null }, { status: 'delivered', error: 'rejected' }] as const)(
    'leaves a shipment with %j alone',
    (changes) => {
      expect(retried({ ...fresh, ...changes }, noon)).toBeNull();
    },
  );
});

describe('retriedCancellation', () => {
  const rejected = {
    ...fresh,
    status: 'label_generated',
    cancelRequestedAt: noon,
    error: 'rejected',
    refusals: 12,
  } as const;

  it('has a label given back at once that was rejected', () => {
    const again = { ...NONE_FAILED, nextAttemptAt: noon, version: fresh.version + 1 };
    expect(retriedCancellation({ ...rejected, labelUrl: 'https://label.example' }, noon)).toEqual(again);
  });

  it.each([{ cancelRequestedAt: null }, { error: null }, { status: 'cancelled' }, { postedAt: noon }] as const)(
    'leaves one alone with %j',
    (changes) => {
      expect(retriedCancellation({ ...rejected, ...changes }, noon)).toBeNull();
    },
  );
});

describe('failAttempt', () => {
  const dueAfterMs = (attempts: number, { atLeastMs = 0, failure = rejection, refusals = 0 } = {}) => {
    const { nextAttemptAt } = failAttempt({ ...fresh, attempts, refusals }, failure, { ...wait, atLeastMs }, noon);
    return nextAttemptAt && nextAttemptAt.getTime() - noon.getTime();
  };

  it('waits twice as long each time, an hour at most', () => {
    expect([0, 1, 2, 3].map((attempts) => dueAfterMs(attempts))).toEqual([1_000, 2_000, 4_000, 8_000]);
    const late = failAttempt({ ...fresh, attempts: 5 }, outage, { firstMs: 900_000, atLeastMs: 0 }, noon);
    expect(late.nextAttemptAt).toEqual(new Date(noon.getTime() + 3_600_000));
  });

  it('waits as long as the provider demands', () => {
    expect(dueAfterMs(0, { atLeastMs: 30_000 })).toBe(30_000);
  });

  it('leaves it to an admin when it was rejected too often', () => {
    expect(dueAfterMs(9, { refusals: LABEL_REJECTIONS_MAX - 2 })).toBe(512_000);
    expect(dueAfterMs(9, { refusals: LABEL_REJECTIONS_MAX - 1 })).toBeNull();
  });

  it('takes no outage for a rejection, however long it was', () => {
    const outages = LABEL_REJECTIONS_MAX * 10;
    expect(dueAfterMs(outages)).toBe(3_600_000);
    expect(dueAfterMs(outages, { failure: outage, refusals: LABEL_REJECTIONS_MAX })).toBe(3_600_000);
    const failed = failAttempt({ ...fresh, attempts: 1, refusals: 1 }, outage, wait, noon);
    expect(failed).toMatchObject({ attempts: 2, refusals: 1 });
  });

  it('is never the last for want of balance, and is tried every hour at most', () => {
    const late = { ...fresh, attempts: 100, refusals: LABEL_REJECTIONS_MAX };

    const failed = failAttempt(late, unpaid, wait, noon);

    expect(failed).toMatchObject({ lacksBalance: true, refusals: LABEL_REJECTIONS_MAX });
    expect(failed.nextAttemptAt).toEqual(new Date(noon.getTime() + 3_600_000));
    expect(failAttempt({ ...late, lacksBalance: true }, outage, wait, noon)).toMatchObject({ lacksBalance: false });
  });

  it('is never the last of giving a label back', () => {
    const cancelling = { ...fresh, attempts: 100, refusals: LABEL_REJECTIONS_MAX * 10, cancelRequestedAt: noon };

    const failed = failAttempt(cancelling, rejection, wait, noon);

    expect(failed.nextAttemptAt).toEqual(new Date(noon.getTime() + 3_600_000));
  });

  it('records the reason and gives the shipment free', () => {
    const claimed = { ...fresh, claim: 'c', claimedUntil: noon };

    expect(failAttempt(claimed, outage, wait, noon)).toMatchObject({
      error: 'no answer',
      attempts: 1,
      version: 2,
      claim: null,
      claimedUntil: null,
    });
  });
});

describe('callOff', () => {
  const bought = { ...fresh, labelId: 'l', cartRequestedAt: noon, checkoutRequestedAt: noon, nextAttemptAt: null };

  it('cancels a label that was not begun, and has one that may be in the cart taken out', () => {
    expect(callOff(fresh, noon)).toMatchObject({ status: 'cancelled', nextAttemptAt: null, version: 2 });
    const inCart = { ...fresh, labelId: 'l', cartRequestedAt: noon };
    expect(callOff(inCart, noon)).toEqual({ cancelRequestedAt: noon, ...NONE_FAILED, nextAttemptAt: noon });
  });

  it.each(['label_pending', 'label_purchased', 'label_generated', 'awaiting_posting', 'on_hold'] as const)(
    'searches for one that may have been bought back, once, while it is %s',
    (status) => {
      const change = callOff({ ...bought, status, attempts: 3 }, noon);

      expect(change).toEqual({ cancelRequestedAt: noon, ...NONE_FAILED, nextAttemptAt: noon });
      expect(callOff({ ...bought, status, ...change }, noon)).toBeNull();
    },
  );

  it.each([{ status: 'cancelled' }, { status: 'delivered' }, { status: 'in_transit', postedAt: noon }] as const)(
    'leaves alone what is %j',
    (changes) => {
      expect(callOff({ ...bought, ...changes }, noon)).toBeNull();
      expect(callOff({ ...bought, ...changes, nextAttemptAt: noon }, noon)).toEqual({ nextAttemptAt: null });
    },
  );
});

it.each([
  [0, 2],
  [4, 2],
  [60, 30],
  [7_200, 3_600],
  [90_000, 3_600],
])('looks again for what was ordered %i s ago after %i s', (waitedS, restS) => {
  const now = new Date(noon.getTime() + waitedS * 1_000);
  const nextAttemptAt = new Date(now.getTime() + restS * 1_000);

  expect(checkAgain(noon, now)).toEqual({ nextAttemptAt, claim: null, claimedUntil: null });
});
