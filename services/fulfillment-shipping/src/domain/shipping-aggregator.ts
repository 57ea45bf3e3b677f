import type { LabelRequest } from './label-request.ts';
import type { ShipmentStatus, Tracking } from './shipment.ts';
import type { Quote, Trip } from './shipping-quote.ts';

export type BoughtLabel = {
  /** Null: a word that is not known here. */
  status: ShipmentStatus | null;
  trackingCode: string | null;
  trackingUrl: string | null;
  carrier: string | null;
  service: string | null;
};

/** What it sends by itself, as it came. */
export type RawWebhook = { headers: Readonly<Record<string, string>>; rawBody: Uint8Array };
export type Webhook = { labelId: string; tracking: Tracking };

/** The company that sells labels of several carriers. */
export type ShippingAggregator = {
  readonly name: string;
  /** Cheapest first; a service that does not take such a parcel is left out. */
  quote(trip: Trip): Promise<readonly Quote[]>;
  addToCart(request: LabelRequest): Promise<string>;
  /** The id of a live label made with this tag. */
  findByTag(tag: string): Promise<string | null>;
  /** Null when it does not know the label. */
  read(labelId: string): Promise<BoughtLabel | null>;
  /** Pays for it from our balance. */
  purchase(labelId: string): Promise<void>;
  /** Orders it, which is done a while later; repeating it is harmless. */
  generate(labelId: string): Promise<void>;
  printUrl(labelId: string): Promise<string>;
  /** Takes out of the cart what is not bought. */
  drop(labelId: string): Promise<void>;
  /** Gives a bought label back; false when the provider does not take it. */
  cancel(labelId: string): Promise<boolean>;
  /** By label id; one that is missing is unknown there. */
  track(labelIds: readonly string[]): Promise<Map<string, Tracking | { error: string }>>;
  /** `unsigned`: a trial of the address, without a signature. */
  proofOf(webhook: RawWebhook): 'signed' | 'unsigned' | 'forged';
  /** Null when it is not about a parcel on its way. */
  readWebhook(rawBody: Uint8Array): Webhook | null;
};

/** `ambiguous`: it may have happened, so check before trying again. `no_balance`: our account does not cover it. */
export type ProviderErrorKind = 'ambiguous' | 'retryable' | 'rejected' | 'no_balance' | 'auth' | 'not_found';

/** What went wrong at the provider, in words that may be shown: never its own text, which may repeat personal data. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  readonly httpStatus: number | null;
  readonly retryAfterMs: number;

  constructor(kind: ProviderErrorKind, message: string, httpStatus: number | null = null, retryAfterMs = 0) {
    super(message);
    this.kind = kind;
    this.httpStatus = httpStatus;
    this.retryAfterMs = retryAfterMs;
  }
}
