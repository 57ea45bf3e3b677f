import { describe, expect, it } from '@jest/globals';
import { isSigned, parseNotice } from './mercado-pago-notice.ts';

const SECRET = 'segredo-teste';
const SIGNATURE = 'ed3206c6be22e873689a97124d1fab526f1a02f6cf9e175d5fe4555600abb516';
const BODY = { id: 9001, type: 'payment', action: 'payment.updated', data: { id: '123456' } };

const notice = (changes: { headers?: Record<string, string>; query?: string; body?: unknown } = {}) => ({
  headers: { 'x-signature': `ts=1704908010,v1=${SIGNATURE}`, 'x-request-id': 'req-1', ...changes.headers },
  query: changes.query ?? '?data.id=123456&type=payment',
  rawBody: Buffer.from(typeof changes.body === 'string' ? changes.body : JSON.stringify(changes.body ?? BODY)),
});

describe('isSigned', () => {
  it.each<[string, ReturnType<typeof notice>, boolean]>([
    ['the agreed signature', notice(), true],
    ['spaces between its parts', notice({ headers: { 'x-signature': `ts=1704908010, v1=${SIGNATURE}` } }), true],
    ['another signature', notice({ headers: { 'x-signature': `ts=1704908010,v1=${'0'.repeat(64)}` } }), false],
    ['another time', notice({ headers: { 'x-signature': `ts=1704908011,v1=${SIGNATURE}` } }), false],
    ['no time', notice({ headers: { 'x-signature': `v1=${SIGNATURE}` } }), false],
    ['no signature', notice({ headers: { 'x-signature': '' } }), false],
    ['another request', notice({ headers: { 'x-request-id': 'req-2' } }), false],
    ['another payment', notice({ query: '?data.id=123457&type=payment' }), false],
    ['no payment', notice({ query: '' }), false],
  ])('judges %s as %s', (_name, given, expected) => {
    expect(isSigned(given, SECRET)).toBe(expected);
  });

  it('knows another secret', () => {
    expect(isSigned(notice(), 'another')).toBe(false);
  });
});

describe('parseNotice', () => {
  it('reports which payment to look at', () => {
    expect(parseNotice(notice())).toEqual({
      eventId: '9001:payment.updated:123456',
      event: 'payment.updated',
      paymentId: '123456',
      refused: false,
      isNewCharge: false,
    });
  });

  it('passes over other topics', () => {
    expect(parseNotice(notice({ body: { ...BODY, type: 'merchant_order' } }))).toBeNull();
  });

  it('believes no body that names another payment than the one that was signed', () => {
    expect(() => parseNotice(notice({ body: { ...BODY, data: { id: '9' } } }))).toThrow('cannot be read');
  });

  it.each([
    '',
    'not json',
    '[]',
    '{}',
    '{"id":"","type":"payment"}',
    JSON.stringify({ ...BODY, id: 'n\u0000' }),
    JSON.stringify({ ...BODY, id: 'n'.repeat(201) }),
    JSON.stringify({ ...BODY, action: 'a\u0000' }),
  ])('rejects the body %j', (body) => {
    expect(() => parseNotice(notice({ body }))).toThrow('cannot be read');
  });
});
