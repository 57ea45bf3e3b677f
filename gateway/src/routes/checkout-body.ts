import {
  ADDRESS_LINE_MAX_CHARACTERS,
  BRAZIL,
  CEP_CHARACTERS,
  FULL_NAME_MAX_CHARACTERS,
  isBrazilianState,
  isCep,
  ORDER_LINES_MAX,
  QUANTITY_MAX,
  STATE_CHARACTERS,
} from '@estampa/kernel/checkout-rules';
import { SHIPPING_METHOD_ID_MAX_CHARACTERS } from '@estampa/kernel/shipping-quote';
import { z } from 'zod';
import { couponCode } from './coupons.ts';
import { cents, dictionary, id, phone, text } from './schemas.ts';
import { textsOf, wantedTexts } from './text-layer-schemas.ts';
import { withoutNulls } from '../http/without-nulls.ts';

const LABEL_MAX_CHARACTERS = 100;

type AddressSoFar = { cep?: unknown; state?: unknown; country?: unknown };

type BrazilianField = 'cep' | 'state';

const inBrazil = (field: BrazilianField, isRight: (value: string) => boolean) => (address: AddressSoFar) => {
  const value = address[field];
  return (address.country ?? BRAZIL) !== BRAZIL || typeof value !== 'string' || isRight(value);
};

/** A wrong length is reported once, by the field's own rule. */
const hasLength = (value: string, { min, max }: { min: number; max: number }): boolean =>
  value.length >= min && value.length <= max;

/** Checked even when other fields fail, so that everything is said at once. */
const evenSo = (field: BrazilianField, message: string) => ({
  path: [field],
  message,
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
});

const OrderLine = z
  .object({
    sellerProductId: id.describe('The product'),
    variantId: id.describe('Of the seller product'),
    quantity: z.int().min(1).max(QUANTITY_MAX).describe('How many units'),
    selectedOptions: dictionary.nullish().describe('Option key to the chosen value; every required option has one'),
    texts: wantedTexts.nullish(),
  })
  .meta({ id: 'OrderLine' });

const Shipping = z
  .object({
    cep: text(CEP_CHARACTERS.min, CEP_CHARACTERS.max).describe('8 digits, with or without punctuation'),
    street: text(1, ADDRESS_LINE_MAX_CHARACTERS).describe('Without the number'),
    number: text(1, ADDRESS_LINE_MAX_CHARACTERS).describe('Of the house'),
    complement: text(0, ADDRESS_LINE_MAX_CHARACTERS).nullish().describe('Flat, floor or the like'),
    neighborhood: text(1, ADDRESS_LINE_MAX_CHARACTERS).describe('The bairro'),
    city: text(1, ADDRESS_LINE_MAX_CHARACTERS),
    state: text(STATE_CHARACTERS, STATE_CHARACTERS).describe('One of the 27 state codes in Brazil'),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullish()
      .describe('Two letters, BR when absent'),
  })
  .refine(
    inBrazil('cep', (cep) => !hasLength(cep, CEP_CHARACTERS) || isCep(cep)),
    evenSo('cep', 'must be 8 digits, with or without punctuation'),
  )
  .refine(
    inBrazil('state', (state) => state.length !== STATE_CHARACTERS || isBrazilianState(state)),
    evenSo('state', 'must be one of the 27 state codes'),
  )
  .meta({ id: 'ShippingAddress' });

export const CheckoutBody = z.object({
  fullName: text(1, FULL_NAME_MAX_CHARACTERS)
    .nullish()
    .describe('Recipient of the parcel; the account’s name when left out'),
  phone: phone.nullish().describe('For the carrier; the account’s whatsapp when left out'),
  shipping: Shipping.describe('Where the parcel goes'),
  items: z.array(OrderLine).min(1).max(ORDER_LINES_MAX).describe('Equal lines stay lines of their own'),
  shippingCents: cents.nullish().describe('What sending costs: priceCents of the quote; 0 when left out'),
  discountCents: cents.nullish().describe('Taken off the items; production accepts 0 only'),
  couponCode: couponCode.nullish().describe('Takes off the items what the coupon says; discountCents is 0 then'),
  shippingMethodId: text(0, SHIPPING_METHOD_ID_MAX_CHARACTERS)
    .nullish()
    .describe(
      'Of a shipping quote; where shippingCents is not taken as sent, it is required and says what shipping costs',
    ),
  carrier: text(0, LABEL_MAX_CHARACTERS).nullish().describe('Of the quote'),
  serviceCode: text(0, LABEL_MAX_CHARACTERS).nullish().describe('Of the quote; what the label is bought for'),
});

/** The body as the orders service takes it: what is absent gets its default. */
export const checkoutRequest = (body: z.output<typeof CheckoutBody>, userId: string) => ({
  ...withoutNulls(body),
  userId,
  shipping: {
    ...body.shipping,
    complement: body.shipping.complement || undefined,
    country: body.shipping.country ?? BRAZIL,
  },
  items: body.items.map((item) => ({
    ...item,
    selectedOptions: item.selectedOptions ?? {},
    texts: textsOf(item.texts ?? []),
  })),
  shippingCents: body.shippingCents ?? 0,
  discountCents: body.discountCents ?? 0,
});
