import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { proofOf, readWebhook } from './melhor-envio-webhooks.ts';

const SECRET = 'segredo-app';
const SECRETS = [SECRET, 'segredo-novo'];
const rawBody = Buffer.from('{"event":"order.posted","data":{"id":"a1","status":"posted"}}');
const signedBy = (secret: string) => createHmac('sha256', secret).update(rawBody).digest('base64');

describe('the proof of a webhook', () => {
  it.each([
    ['signed', 'NXbjVEr26K0ZC4HhaK6IaSWwagqhVSEESRMfQgFkLgc='],
    ['signed', signedBy('segredo-novo')],
    ['unsigned', undefined],
    ['forged', ''],
    ['forged', 'NXbjVEr26K0ZC4HhaK6IaSWwagqhVSEESRMfQgFkLgd='],
    ['forged', 'NXbj'],
    ['forged', signedBy('segredo-antigo')],
    ['forged', createHmac('sha256', SECRET).update(rawBody).digest('hex')],
  ])('is %s by %s', (proof, signature) => {
    const headers: Record<string, string> = signature === undefined ? {} : { 'x-me-signature': signature };
    expect(proofOf({ headers, rawBody }, SECRETS)).toBe(proof);
  });

  it('is of these very bytes', () => {
    const headers = { 'x-me-signature': 'NXbjVEr26K0ZC4HhaK6IaSWwagqhVSEESRMfQgFkLgc=' };
    expect(proofOf({ headers, rawBody: Buffer.from(`${rawBody.toString()} `) }, SECRETS)).toBe('forged');
  });
});

describe('what a webhook says', () => {
  const read = (webhook: unknown) => readWebhook(Buffer.from(JSON.stringify(webhook)));

  it('goes by the name of the event', () => {
    const data = { id: 'a1', status: 'generated', tracking: 'SB1BR', posted_at: '2026-11-20 09:30:00' };
    expect(read({ event: 'order.posted', data })).toEqual({
      labelId: 'a1',
      tracking: {
        status: 'in_transit',
        trackingCode: 'SB1BR',
        providerCode: null,
        postedAt: new Date('2026-11-20T12:30:00Z'),
        deliveredAt: null,
      },
    });
  });

  it.each([
    'order.created',
    'order.pending',
    'order.released',
    'order.generated',
    'order.teleported',
    'posted',
    'order.',
  ])('is nothing new by %s', (event) => {
    expect(read({ event, data: { id: 'a1', status: 'posted' } })).toBeNull();
  });

  it.each([
    null,
    7,
    {},
    { event: 'order.posted' },
    ...[7, '', 'a\u0000', 'a'.repeat(201)].map((id) => ({ event: 'order.posted', data: { id, status: 'posted' } })),
  ])('is nothing in %j', (body) => {
    expect(read(body)).toBeNull();
  });

  it('is nothing in what is no JSON', () => {
    expect(readWebhook(Buffer.from('{'))).toBeNull();
  });
});
