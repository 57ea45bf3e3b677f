import type { LabelRequest } from '../src/domain/label-request.ts';
import { ProviderError, type ShippingAggregator } from '../src/domain/shipping-aggregator.ts';

/** What becomes of the next request, beside its effect and response. */
export const FAULTS = ['lost', 'busy', 'rejected', 'no_balance'] as const;
type Fault = (typeof FAULTS)[number];
type Label = { id: string; tag: string; state: 'label_pending' | 'label_purchased' | 'label_generated' | 'cancelled' };
type Spending = 'cart' | 'purchase' | 'generate';

/** The company that sells labels, as its adapter shows it: each request is done once, unseen or not at all. */
export function slowCarrier() {
  let labels: Label[] = [];
  let faults: Fault[] = [];
  let news: (() => Promise<void>) | null = null;
  let watch: (request: Spending) => void = () => {};

  async function doing<T>(act: () => T): Promise<T> {
    const kind = faults.shift();
    if (kind === 'busy') throw new ProviderError('retryable', 'The carrier is busy');
    if (kind === 'rejected' || kind === 'no_balance') throw new ProviderError(kind, 'The carrier refused');
    const done = act();
    const published = news;
    news = null;
    await published?.();
    if (kind === 'lost') throw new ProviderError('ambiguous', 'The carrier did not answer');
    return done;
  }
  const labelOf = (id: string): Label => labels.find((one) => one.id === id)!;
  const isLive = ({ state }: Label): boolean => state !== 'cancelled';

  const aggregator: ShippingAggregator = {
    name: 'melhorenvio',
    quote: () => Promise.resolve([]),
    addToCart({ tags }: LabelRequest) {
      watch('cart');
      return doing(() => {
        const id = `label-${labels.length}`;
        labels.push({ id, tag: tags[0]!, state: 'label_pending' });
        return id;
      });
    },
    findByTag: (tag) => Promise.resolve(labels.find((one) => one.tag === tag && isLive(one))?.id ?? null),
    read(id) {
      const label = labels.find((one) => one.id === id);
      const said = { trackingCode: null, trackingUrl: null, carrier: 'Correios', service: 'PAC' };
      return Promise.resolve(label ? { ...said, status: label.state } : null);
    },
    purchase(id) {
      watch('purchase');
      return doing(() => void (labelOf(id).state = 'label_purchased'));
    },
    generate(id) {
      watch('generate');
      return doing(() => void (labelOf(id).state = 'label_generated'));
    },
    printUrl: (id) => doing(() => `http://labels.example/${id}`),
    drop: (id) => doing(() => void (labelOf(id).state = 'cancelled')),
    cancel: (id) =>
      doing(() => {
        labelOf(id).state = 'cancelled';
        return true;
      }),
    track: () => Promise.resolve(new Map()),
    proofOf: () => 'unsigned',
    readWebhook: () => null,
  };

  return {
    aggregator,
    /** A story of its own. */
    begin(): void {
      labels = [];
      faults = [];
      news = null;
    },
    fail: (kind: Fault) => void faults.push(kind),
    forgetFaults(): void {
      faults = [];
      news = null;
    },
    meanwhile: (subscribe: () => Promise<void>) => void (news = subscribe),
    /** Sees each request that spends money on a label or goes on with one. */
    watch: (received: (request: Spending) => void) => void (watch = received),
    boughtNow: (): number =>
      labels.filter(({ state }) => state === 'label_purchased' || state === 'label_generated').length,
  };
}
