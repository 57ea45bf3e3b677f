import { isCep, ORDER_LINES_MAX, QUANTITY_MAX } from '@estampa/kernel/checkout-rules';
import { DomainError } from '@estampa/kernel/errors';
import { CEP_PREFIX_DIGITS } from '@estampa/kernel/shipping-quote';
import { type ParcelSize, type Product, type Volume, volumeOf } from './label-request.ts';

/** A parcel to be sent. */
export type Trip = { toCep: string; volume: Volume; insuredCents: number };

/** One way of having it sent. */
export type Quote = {
  shippingMethodId: string;
  carrier: string;
  service: string;
  serviceCode: string;
  priceCents: number;
  deliveryDays: number;
};

export type Goods = Pick<Product, 'quantity' | 'unitPriceCents'>;

export function tripOf(cep: string, goods: readonly Goods[], size: ParcelSize): Trip {
  if (!isCep(cep)) throw invalid('cep', 'must be 8 digits, with or without punctuation');
  if (goods.length === 0 || goods.length > ORDER_LINES_MAX) throw invalid('items', `takes 1 to ${ORDER_LINES_MAX}`);
  goods.forEach(({ quantity }, line) => {
    if (quantity < 1 || quantity > QUANTITY_MAX)
      throw invalid(`items[${line}].quantity`, `must be from 1 to ${QUANTITY_MAX}`);
  });
  const insuredCents = goods.reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0);
  return { toCep: cep.replace(/\D/g, ''), volume: volumeOf(goods, size), insuredCents };
}

/** Two parcels with the same key cost the same. */
export const priceKey = ({ toCep, volume, insuredCents }: Trip): string =>
  [toCep.slice(0, CEP_PREFIX_DIGITS), ...Object.values(volume), insuredCents].join(' ');

/** Cheapest first, of two at one price the faster. */
export const byPrice = (one: Quote, other: Quote): number =>
  one.priceCents - other.priceCents ||
  one.deliveryDays - other.deliveryDays ||
  one.shippingMethodId.localeCompare(other.shippingMethodId, 'en');

const invalid = (path: string, message: string) =>
  new DomainError('invalid', 'validation_failed', `Some fields are not valid: ${path}`, {
    fields: [{ path, code: 'invalid_value', message }],
  });
