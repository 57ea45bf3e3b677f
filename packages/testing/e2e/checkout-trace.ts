import { describe, expect, it } from 'vitest';
import { eventually } from '../src/eventually.ts';
import type { ReceivedSpan, TraceReceiver } from '../src/trace-receiver.ts';

/** From the checkout at the gateway to the payout item of the artist, in the order of time. */
const WAY = [
  'gateway: POST /orders',
  'gateway: /estampa.orders.v1.OrderService/PlaceOrder',
  'orders-payments: /estampa.orders.v1.OrderService/PlaceOrder',
  'orders-payments: apply payment',
  'orders-payments: send orders.v1',
  'payouts: process orders.v1',
  'payouts: send payouts.v1',
];
/** Services that the checkout queries. */
const REQUESTED = ['catalog', 'identity', 'storefront'];

const IDS = /\b(?:[0-9a-f]{16}){1,2}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** Joined to tests in which an order was placed and paid by the provider's webhook. */
export function describeCheckoutTrace(ground: () => { receiver: TraceReceiver; buyersWords: readonly string[] }): void {
  describe('the trace of a checkout', () => {
    it('leads from the gateway to the held payout item', async () => {
      const { spans } = ground().receiver;

      const trace = await eventually(async () => {
        const held = spans.filter(({ service, name }) => `${service}: ${name}` === WAY.at(-1));
        const found = held.find((span) => WAY.every((step) => wayTo(span, spans).includes(step)));
        expect(found).toBeDefined();
        return spans.filter(({ traceId }) => traceId === found!.traceId);
      });

      const last = trace.find((span) => `${span.service}: ${span.name}` === WAY.at(-1))!;
      expect(wayTo(last, trace).filter((step) => WAY.includes(step))).toEqual(WAY);
      expect(trace.map(({ service }) => service)).toEqual(expect.arrayContaining(REQUESTED));
      expect(trace.find(({ name }) => name === 'createCharge')?.attributes).toMatchObject({ 'peer.service': 'asaas' });
    });

    it('contains no personal data', () => {
      const { receiver, buyersWords } = ground();
      // Random ids have any five digits now and then.
      const reported = JSON.stringify(receiver.spans).replaceAll(IDS, 'id');

      expect(reported).toContain('estampa.request_id');
      for (const word of buyersWords) expect(reported).not.toContain(word);
    });
  });
}

/** The steps that led to one, from the first. */
function wayTo(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const before = spans.find(({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentSpanId);
  return [...(before ? wayTo(before, spans) : []), `${span.service}: ${span.name}`];
}
