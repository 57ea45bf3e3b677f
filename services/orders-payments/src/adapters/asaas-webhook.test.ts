import { describe, expect, it } from 'vitest';
import { hasToken, parseWebhook } from './asaas-webhook.ts';

const webhook = (body: unknown, headers: Record<string, string> = {}) => ({
  headers,
  query: '',
  rawBody: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

describe('hasToken', () => {
  it.each([
    [{ 'asaas-access-token': 'the-agreed-token' }, true],
    [{ 'asaas-access-token': 'the-agreed-tokem' }, false],
    [{ 'asaas-access-token': '' }, false],
    [{}, false],
  ])('judges %j as %s', (headers, expected) => {
    expect(hasToken(webhook({}, headers as Record<string, string>), 'the-agreed-token')).toBe(expected);
  });
});

describe('parseWebhook', () => {
  it('reads which payment changed, and what only the event says', () => {
    const body = { id: 'evt_1', event: 'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED', payment: { id: 'pay_1', new: 1 } };

    expect(parseWebhook(webhook(body))).toEqual({
      eventId: 'evt_1',
      event: 'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED',
      paymentId: 'pay_1',
      isRejected: true,
      isNewCharge: false,
    });
    expect(parseWebhook(webhook({ ...body, event: 'PAYMENT_RECEIVED' }))?.isRejected).toBe(false);
    expect(parseWebhook(webhook({ ...body, event: 'PAYMENT_CREATED' }))).toMatchObject({ isNewCharge: true });
  });

  it('ignores events about other things', () => {
    expect(parseWebhook(webhook({ id: 'evt_1', event: 'TRANSFER_CREATED', transfer: { id: 'x' } }))).toBeNull();
  });

  it.each([
    '',
    'not json',
    '[]',
    '{}',
    '{"id":"","event":"E"}',
    JSON.stringify({ id: 'evt\u0000', event: 'E' }),
    JSON.stringify({ id: 'e'.repeat(201), event: 'E' }),
    JSON.stringify({ id: 'evt', event: 'E\u0000' }),
    JSON.stringify({ id: 'evt', event: 'E', payment: { id: 'pay\u0000' } }),
  ])('rejects the body %j', (body) => {
    expect(() => parseWebhook(webhook(body))).toThrow('cannot be read');
  });
});
