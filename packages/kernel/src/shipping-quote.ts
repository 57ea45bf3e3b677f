import { isSignedByOneOf, signatureOf } from './signature.ts';

/** How long a signed quote can be bought at. */
export const QUOTE_VALID_MS = 600_000;
/** Carriers' tariffs know no smaller places: a quote serves all addresses whose CEP begins so. */
export const CEP_PREFIX_DIGITS = 5;
/** A signed quote as text: two names of a carrier and its service, and numbers. */
export const SHIPPING_METHOD_ID_MAX_CHARACTERS = 512;

const PREFIX = 'q1';
const PURPOSE = 'estampa shipping quote 1';
const SECOND_MS = 1_000;

/** One way to send a parcel, and the place and goods for which its price is valid. */
export type SignedQuote = {
  shippingMethodId: string;
  carrier: string;
  serviceCode: string;
  priceCents: number;
  deliveryDays: number;
  cepPrefix: string;
  /** `parcelOf` the goods. */
  parcel: string;
  expiresAt: Date;
};

type Goods = { quantity: number; unitPriceCents: number };

/** What the price of sending goods follows from, beside the place: how many they are, and what they are insured for. */
export function parcelOf(goods: readonly Goods[]): string {
  const count = goods.reduce((sum, { quantity }) => sum + quantity, 0);
  const insuredCents = goods.reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0);
  return `${count}x${insuredCents}`;
}

export const cepPrefixOf = (cep: string): string => cep.replace(/\D/g, '').slice(0, CEP_PREFIX_DIGITS);

/** True for what claims to be a signed quote; `openQuote` verifies it. */
export const isSignedQuote = (shippingMethodId: string): boolean => shippingMethodId.startsWith(`${PREFIX}.`);

/** The quote as a text that only a holder of the key can make. */
export function signQuote(quote: SignedQuote, key: string): string {
  const { shippingMethodId, carrier, serviceCode, priceCents, deliveryDays, cepPrefix, parcel, expiresAt } = quote;
  const seconds = Math.floor(expiresAt.getTime() / SECOND_MS);
  const reported = [shippingMethodId, carrier, serviceCode, priceCents, deliveryDays, cepPrefix, parcel, seconds];
  const text = `${PREFIX}.${Buffer.from(JSON.stringify(reported)).toString('base64url')}`;
  return `${text}.${signatureOf(PURPOSE, text, key).toString('base64url')}`;
}

/** The content that was signed with one of the keys; null when none did. Whether it is still valid, and for what, is for the caller. */
export function openQuote(signed: string, keys: readonly string[]): SignedQuote | null {
  const [prefix = '', reported = '', signature = ''] = signed.split('.');
  const given = Buffer.from(signature, 'base64url');
  const isOurs = isSignedByOneOf(keys, { purpose: PURPOSE, content: `${prefix}.${reported}`, given });
  if (!isOurs || signed !== `${prefix}.${reported}.${signature}`) return null;
  const [shippingMethodId, carrier, serviceCode, priceCents, deliveryDays, cepPrefix, parcel, seconds] = JSON.parse(
    Buffer.from(reported, 'base64url').toString(),
  ) as [string, string, string, number, number, string, string, number];
  const expiresAt = new Date(seconds * SECOND_MS);
  return { shippingMethodId, carrier, serviceCode, priceCents, deliveryDays, cepPrefix, parcel, expiresAt };
}
