import { expect, it } from 'vitest';
import { aRefund, NOON, UNFUNDED } from './ledger-samples.ts';
import type { Refund } from './refund.ts';
import { checkAgainAt, nextStepAt, refundClaimEnd } from './refund-schedule.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const before = (ms: number): Date => new Date(NOON.getTime() - ms);
const msFromNoon = (date: Date | null): number | null => date && date.getTime() - NOON.getTime();
const OFTEN_REJECTED = { ...UNFUNDED, failures: 9 } as const;

it.each<[string, Partial<Refund>, number | null]>([
  ['the first rejection', { failures: 1 }, MINUTE],
  ['no rejection yet', { failures: 0 }, MINUTE],
  ['the second', { failures: 2 }, 2 * MINUTE],
  ['the ninth', { failures: 9 }, 256 * MINUTE],
  ['the tenth, at the longest delay', { failures: 10 }, 6 * HOUR],
  ['the first try without balance, whatever was rejected before', { ...OFTEN_REJECTED, tries: 1 }, MINUTE],
  ['the sixth without balance', { ...OFTEN_REJECTED, tries: 6 }, 32 * MINUTE],
  ['the seventh without balance, at the longest delay', { ...OFTEN_REJECTED, tries: 7 }, HOUR],
  ['its end', { status: 'done' }, null],
  ['its failure', { status: 'failed' }, null],
  ['a young request is accepted', { status: 'pending', createdAt: before(MINUTE) }, 15 * MINUTE],
  ['an older one is accepted', { status: 'pending', createdAt: before(2 * HOUR), failures: 3 }, 2 * HOUR],
  ['a very old one waits for its payer', { status: 'requires_payer_action', createdAt: before(50 * HOUR) }, 24 * HOUR],
  ['balance came back and it is accepted', { ...OFTEN_REJECTED, status: 'pending', createdAt: before(HOUR) }, HOUR],
])('the next step of a refund after %s', (_what, changes, ms) => {
  expect(msFromNoon(nextStepAt(aRefund(changes), NOON))).toBe(ms);
});

it.each<[Refund['status'], number]>([
  ['requested', 30 * SECOND],
  ['pending', 3 * HOUR],
  ['requires_payer_action', 3 * HOUR],
])('a refund that is %s is checked again after a check without news', (status, ms) => {
  expect(msFromNoon(checkAgainAt({ status, createdAt: before(3 * HOUR) }, NOON))).toBe(ms);
});

it('a claim lasts as long as its request may take effect unseen', () => {
  expect(msFromNoon(refundClaimEnd(NOON))).toBe(5 * MINUTE);
});
