/** Every Kafka topic and the one service that owns (writes) it: one topic per bounded context. */
export const TOPIC_OWNERS = {
  'identity.v1': 'identity',
  'catalog.v1': 'catalog',
  'media.v1': 'media-render',
  'storefront.v1': 'storefront',
  'orders.v1': 'orders-payments',
  'fulfillment.v1': 'fulfillment-shipping',
  'payouts.v1': 'payouts',
} as const;

export type Topic = keyof typeof TOPIC_OWNERS;
export type ServiceName = (typeof TOPIC_OWNERS)[Topic];

export const TOPICS = Object.keys(TOPIC_OWNERS) as readonly Topic[];
export const SERVICE_NAMES = Object.values(TOPIC_OWNERS) as readonly ServiceName[];
