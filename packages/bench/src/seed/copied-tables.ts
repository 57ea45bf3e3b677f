import type { ServiceName } from '@estampa/kernel/topics';
import { type Kind, MIDDLE_DAYS } from './copies.ts';
import { DISPUTED, type OrderSample, PAID, PAID_OUT, REFUNDED, SAMPLE_NAMES } from './order-samples.ts';
import type { Model } from './world.ts';

/** Where a superuser reaches the database of each service. */
export type DatabaseUrls = Readonly<Record<ServiceName, string>>;

/** Rows of the model that are copied. */
export interface Source {
  readonly service: ServiceName;
  readonly table: string;
  readonly kind: Kind;
  /** Which rows of the model; `$1` is the value. */
  readonly where: string;
  /** Of orders there is one for each sample that has such rows. */
  readonly values: Readonly<Partial<Record<'model' | OrderSample, string>>>;
  /** Columns of copies that are not the model's, as SQL. */
  readonly set?: Readonly<Record<string, string>>;
  /** Columns that are unique beside the ids. */
  readonly unique?: readonly string[];
}

/** Every table with rows of people, shops and orders that its service needs, and that the pages and lists show. */
export function copiedTables({ seller, customer, artworkId, orders }: Model): readonly Source[] {
  const of = (kind: Kind, model: string) => (service: ServiceName, table: string, where: string) => ({
    service,
    table,
    kind,
    where,
    values: { model },
  });
  const [ofCustomer, ofArtwork] = [of('customer', customer.userId), of('artwork', artworkId)];
  const [ofSeller, ofProfile] = [of('store', seller.userId), of('store', seller.profileId)];
  const [id, artwork, ofSellerProfile] = ['t.id = $1', 't.artwork_id = $1', 't.seller_profile_id = $1'];
  return [
    ofCustomer('identity', 'user_account', id),
    ofSeller('identity', 'user_account', id),
    ofProfile('identity', 'seller_profile', id),
    ofArtwork('catalog', 'seller_product', artwork),
    ofArtwork(
      'catalog',
      'seller_product_variant',
      't.seller_product_id in (select id from seller_product where artwork_id = $1)',
    ),
    {
      ...ofProfile('catalog', 'fee_override', ofSellerProfile),
      set: { starts_at: fixed(`t.starts_at - interval '${MIDDLE_DAYS} days'`), ends_at: fixed('t.ends_at') },
    },
    ofArtwork('media-render', 'artwork', id),
    ofArtwork('media-render', 'placement', artwork),
    ofArtwork('media-render', 'render', artwork),
    ofArtwork('media-render', 'seller_product', artwork),
    ofProfile('storefront', 'store', id),
    ofArtwork('storefront', 'artwork', id),
    ofArtwork('storefront', 'render', artwork),
    ofArtwork('storefront', 'seller_product', artwork),
    ofArtwork('storefront', 'store_product', artwork),
    ofArtwork('storefront', 'product_count', 't.id in (select id from store_product where artwork_id = $1)'),
    ofProfile('orders-payments', 'coupon', ofSellerProfile),
    ...tablesOfOrders(orders),
  ];
}

/** Of the orders of all samples, of those that were paid, or of those that have such rows. */
function tablesOfOrders(orders: Model['orders']): Source[] {
  const ofOrder = (
    service: ServiceName,
    table: string,
    where = 't.order_id = $1',
    samples: readonly OrderSample[] = PAID,
  ) => ({
    service,
    table,
    kind: 'order' as const,
    where,
    values: Object.fromEntries(samples.map((sample) => [sample, orders[sample]])),
  });
  const id = 't.id = $1';
  return [
    ofOrder('storefront', 'sale'),
    ofOrder('orders-payments', 'customer_order', id, SAMPLE_NAMES),
    ofOrder('orders-payments', 'order_item', undefined, SAMPLE_NAMES),
    {
      ...ofOrder('orders-payments', 'payment', undefined, SAMPLE_NAMES),
      // Too old to be polled.
      set: { due_at: 'null' },
      unique: ['provider_payment_id'],
    },
    ofOrder('orders-payments', 'refund', undefined, REFUNDED),
    ofOrder('orders-payments', 'payment_dispute', undefined, DISPUTED),
    ofOrder('fulfillment-shipping', 'sold_order', id),
    ofOrder('fulfillment-shipping', 'item'),
    {
      ...ofOrder('fulfillment-shipping', 'shipment'),
      // Their carrier is elsewhere, and does not know them.
      set: { next_track_at: 'null', next_attempt_at: 'null' },
      unique: ['label_id'],
    },
    ofOrder('payouts', 'sold_item'),
    ofOrder('payouts', 'payout_item'),
    ofOrder('payouts', 'payout', 't.id in (select payout_id from payout_item where order_id = $1)', PAID_OUT),
    ofOrder('payouts', 'ledger_transfer'),
  ];
}

/** An instant in a format in which it is not found, so that it is the same for all copies. */
const fixed = (instant: string): string => `to_char(${instant}, 'YYYYMMDD"T"HH24MISS"Z"')`;
