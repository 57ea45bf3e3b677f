import { describe, expect, it } from 'vitest';
import { orderOfReceipt, receiptToken } from './receipt-link.ts';

const ORDER = '0190f3a1-7b2c-7d3e-8f40-123456789abc';
const KEY = 'a'.repeat(32);
const OTHER_KEY = 'b'.repeat(32);
const NOW = new Date('2026-03-04T15:00:00.000Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 24 * 60 * 60_000);

describe('the link of a receipt', () => {
  const token = receiptToken(ORDER, NOW, KEY);
  const [named, signature] = token.split('.') as [string, string];

  it('names its order to a holder of the key, also of the key before', () => {
    expect(orderOfReceipt(token, NOW, [KEY])).toBe(ORDER);
    expect(orderOfReceipt(token, NOW, [OTHER_KEY, KEY])).toBe(ORDER);
  });

  it('is the same text for a day, so that reading an order twice shows the same', () => {
    expect(receiptToken(ORDER, new Date('2026-03-04T00:00:00.000Z'), KEY)).toBe(token);
    expect(receiptToken(ORDER, new Date('2026-03-05T00:00:00.000Z'), KEY)).not.toBe(token);
  });

  it('has nothing but characters that an address takes as they are', () => expect(token).toMatch(/^[\w-]+\.[\w-]+$/));

  it.each([
    ['with a key that is not ours', token, NOW, [OTHER_KEY]],
    ['without keys', token, NOW, []],
    ['after its time', token, inDays(182), [KEY]],
    ['of another order', `${receiptToken(ORDER.replace('c', 'd'), NOW, KEY).split('.')[0]}.${signature}`, NOW, [KEY]],
    ['with a later end', `${receiptToken(ORDER, inDays(1), KEY).split('.')[0]}.${signature}`, NOW, [KEY]],
    ['cut short', token.slice(0, -2), NOW, [KEY]],
    ['without a signature', named, NOW, [KEY]],
    ['with an empty signature', `${named}.`, NOW, [KEY]],
    ['with more after it', `${token}.x`, NOW, [KEY]],
    ['in another spelling', `${token}=`, NOW, [KEY]],
    ['of nothing', '', NOW, [KEY]],
  ])('is refused %s', (_case, given, now, keys) => expect(orderOfReceipt(given, now, keys)).toBeNull());

  it('is good until its last day', () => expect(orderOfReceipt(token, inDays(180), [KEY])).toBe(ORDER));
});
