import { describe, expect, it } from 'vitest';
import { checkedType } from './profile-image.ts';
import { COMPLETABLE_MS, mustBeCompletable, stagingDueAt } from './upload.ts';

const HOUR_MS = 3_600_000;
const EXPIRES = new Date('2026-11-27T10:00:00.000Z');
const after = (ms: number) => new Date(EXPIRES.getTime() + ms);

describe('an upload', () => {
  it.each([
    ['before its address expires', null, -1, true],
    ['as long as a client may be late', null, COMPLETABLE_MS, true],
    ['later', null, COMPLETABLE_MS + 1, false],
    ['again, whenever it was completed', EXPIRES, COMPLETABLE_MS + 1, true],
  ])('can be completed %s', (_when, completedAt, ms, isCompletable) => {
    const check = () => mustBeCompletable({ completedAt, expiresAt: EXPIRES }, after(ms));

    if (isCompletable) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ kind: 'invalid', reason: 'upload_expired' }));
  });

  it.each([
    [-5_000, HOUR_MS],
    [5_000, HOUR_MS + 5_000],
  ])('completed %i ms after its address expired leaves nothing to come in after %i ms', (completedMs, ms) => {
    expect(stagingDueAt(EXPIRES, after(completedMs))).toEqual(after(ms));
  });
});

it('an image of a profile is one of two', () => {
  const field = { path: 'type', code: 'invalid_value', message: 'must be avatar or banner' };

  expect([checkedType('avatar'), checkedType('banner')]).toEqual(['avatar', 'banner']);
  expect(() => checkedType('logo')).toThrow(
    expect.objectContaining({ kind: 'invalid', reason: 'validation_failed', details: { fields: [field] } }),
  );
});
