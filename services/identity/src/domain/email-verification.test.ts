import { expect, it } from 'vitest';
import { EMAIL_VERIFICATION_MS, judgeVerification, type Verification } from './email-verification.ts';

const sentAt = new Date('2030-01-01T00:00:00Z');
const after = (ms: number) => new Date(sentAt.getTime() + ms);

const link = { email: 'ana@demo.example', expiresAt: after(EMAIL_VERIFICATION_MS) };
const [open, verified] = [null, after(1)].map((emailVerifiedAt) => ({ email: 'ana@demo.example', emailVerifiedAt }));

it('a link is good for a day', () => {
  expect(EMAIL_VERIFICATION_MS).toBe(24 * 60 * 60_000);
});

it.each<[string, typeof open, number, Verification]>([
  ['at once', open, 0, 'verifies'],
  ['at its last moment', open, EMAIL_VERIFICATION_MS - 1, 'verifies'],
  ['when it expires', open, EMAIL_VERIFICATION_MS, 'invalid'],
  ['again', verified, EMAIL_VERIFICATION_MS - 1, 'verified_before'],
  ['again when it expires', verified, EMAIL_VERIFICATION_MS, 'invalid'],
  ['with the address in another case', { ...open!, email: 'Ana@Demo.example' }, 0, 'verifies'],
  ['after the address was changed', { ...open!, email: 'bia@demo.example' }, 0, 'invalid'],
  ['after the address was changed and verified', { ...verified!, email: 'bia@demo.example' }, 0, 'invalid'],
])('a link that is followed %s', (_when, account, ms, verdict) => {
  expect(judgeVerification(link, account!, after(ms))).toBe(verdict);
});
