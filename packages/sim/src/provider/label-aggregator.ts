import { ProviderError, type ShippingAggregator } from '@estampa/fulfillment-shipping/domain/shipping-aggregator';
import type { Random } from '@estampa/stack/random';
import type { SimProcess } from '../environment/sim-process.ts';
import type { LabelBook, ProviderLabel } from './label-book.ts';
import { type ErrorOf, requester } from './requester.ts';

export const AGGREGATOR = 'melhorenvio';
/** How long one request may take, and how late it may take effect when its sender waits no more. */
export const TIMEOUT_MS = 10_000;
const LATEST_EFFECT_MS = 40_000;

const errorOf: ErrorOf = (what, { label, kind }) =>
  new ProviderError(kind === 'write' && what === 'lost' ? 'ambiguous' : 'retryable', `${label}: ${what}`);

/** The company that sells labels as one process reaches it, by the port of fulfillment-shipping; its book is shared by all. */
export function labelAggregator(book: LabelBook, process: SimProcess, random: Random): ShippingAggregator {
  const request = requester(book, { process, random }, { errorOf, latestEffectMs: LATEST_EFFECT_MS });
  const sending =
    (kind: 'read' | 'write') =>
    <T>(label: string, perform: () => T): Promise<T> =>
      request({ label, kind, signal: AbortSignal.timeout(TIMEOUT_MS), perform });
  const [read, write] = [sending('read'), sending('write')];
  const existing = (id: string): ProviderLabel => {
    const label = book.label(id);
    if (!label) throw new ProviderError('not_found', 'no such label', 404);
    return label;
  };

  return {
    name: AGGREGATOR,
    quote: () => Promise.resolve([]),
    addToCart: ({ tags }) => write('cart', () => book.put(tags[0]!, tags[1]!).id),
    findByTag: (tag) => read('find label', () => book.live(tag)?.id ?? null),
    read: (id) =>
      read('label', () => {
        const label = book.label(id);
        return label ? { ...COURIER, status: label.status } : null;
      }),
    purchase: (id) =>
      write('purchase', () => {
        if (!book.buy(existing(id))) throw new ProviderError('rejected', 'not in the cart', 422);
      }),
    generate: (id) => write('generate', () => book.generate(existing(id))),
    printUrl: (id) => read('print', () => `https://labels.example/${existing(id).id}`),
    drop: (id) => write('drop', () => book.drop(existing(id))),
    cancel: (id) => write('cancel label', () => book.cancel(existing(id))),
    track: (ids) =>
      read('track', () => new Map(ids.flatMap((id) => (book.label(id) ? [[id, book.trackingOf(existing(id))]] : [])))),
    proofOf: () => 'signed',
    readWebhook: (rawBody) => {
      const label = existing(Buffer.from(rawBody).toString());
      return { labelId: label.id, tracking: book.trackingOf(label) };
    },
  };
}

const COURIER = { trackingCode: null, trackingUrl: null, carrier: 'Correios', service: 'PAC' };
