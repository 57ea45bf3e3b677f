import {
  ADDRESS_LINE_MAX_CHARACTERS,
  AMOUNT_MAX_CENTS,
  BRAZIL,
  CEP_CHARACTERS,
  FULL_NAME_MAX_CHARACTERS,
  isBrazilianState,
  isCep,
  ORDER_LINES_MAX,
  QUANTITY_MAX,
  STATE_CHARACTERS,
} from '@estampa/kernel/checkout-rules';
import { DomainError, type FieldError } from '@estampa/kernel/errors';
import type { Address } from './order.ts';

const COUNTRY = /^[A-Z]{2}$/;
const PHONE = /^\+[1-9]\d{1,14}$/;

type WantedText = { surface: string; text: string; font?: string | undefined; color?: string | undefined };

export type CheckoutLine = {
  sellerProductId: string;
  variantId: string;
  quantity: number;
  selectedOptions: Record<string, string>;
  /** Checked by the catalog, which knows where they may stand. */
  texts?: { list: WantedText[] } | undefined;
};

export type Checkout = {
  userId: string;
  fullName?: string | undefined;
  phone?: string | undefined;
  shipping?: Address | undefined;
  items: CheckoutLine[];
  shippingCents: number;
  discountCents: number;
  couponCode?: string | undefined;
  shippingMethodId?: string | undefined;
  carrier?: string | undefined;
  serviceCode?: string | undefined;
};

/** Validates what the request alone can show, and names every invalid field. */
export function checkCheckout(checkout: Checkout): asserts checkout is Checkout & { shipping: Address } {
  const fields = [
    ...nameFields(checkout),
    ...addressFields(checkout.shipping),
    ...lineFields(checkout.items),
    ...amountFields(checkout),
  ];
  if (fields.length > 0) throw invalidFields(fields);
}

export const invalidFields = (fields: readonly FieldError[]): DomainError =>
  new DomainError(
    'invalid',
    'validation_failed',
    `Some fields are not valid: ${fields.map(({ path }) => path).join(', ')}`,
    { fields },
  );

export const field = (path: string, code: string, message: string): FieldError => ({ path, code, message });

type Rule = [isBroken: boolean, path: string, code: string, message: string];

const broken = (rules: readonly Rule[]): FieldError[] =>
  rules.filter(([isBroken]) => isBroken).map(([, path, code, message]) => field(path, code, message));

const isLongerThan = (text: string, max: number): boolean => Array.from(text).length > max;

const nameFields = ({ fullName = '', phone }: Checkout): FieldError[] =>
  broken([
    [
      isLongerThan(fullName, FULL_NAME_MAX_CHARACTERS),
      'fullName',
      'too_big',
      `takes at most ${FULL_NAME_MAX_CHARACTERS} characters`,
    ],
    [phone !== undefined && !PHONE.test(phone), 'phone', 'invalid_format', 'must be an E.164 number'],
  ]);

function addressFields(address: Address | undefined): FieldError[] {
  if (!address) return [field('shipping', 'required', 'is required')];
  const { cep, state, country } = address;
  const isBrazilian = country === BRAZIL;
  const texts = (['street', 'number', 'neighborhood', 'city'] as const).flatMap((name): Rule[] => [
    [address[name].trim() === '', `shipping.${name}`, 'required', 'must not be empty'],
    [isLongerThan(address[name], ADDRESS_LINE_MAX_CHARACTERS), `shipping.${name}`, 'too_big', 'is too long'],
  ]);
  return broken([
    ...texts,
    [
      isLongerThan(address.complement ?? '', ADDRESS_LINE_MAX_CHARACTERS),
      'shipping.complement',
      'too_big',
      'is too long',
    ],
    [
      !(isBrazilian ? isCep(cep) : isForeignPostcode(cep)),
      'shipping.cep',
      'invalid_format',
      'must be 8 digits, with or without punctuation',
    ],
    [
      isBrazilian ? !isBrazilianState(state) : state.length !== STATE_CHARACTERS,
      'shipping.state',
      'invalid_value',
      isBrazilian ? 'must be one of the 27 state codes' : 'must have 2 characters',
    ],
    [!COUNTRY.test(country), 'shipping.country', 'invalid_format', 'must be a two-letter country code'],
  ]);
}

const isForeignPostcode = ({ length }: string): boolean => length >= CEP_CHARACTERS.min && length <= CEP_CHARACTERS.max;

const lineFields = (lines: readonly CheckoutLine[]): FieldError[] =>
  broken([
    [lines.length === 0, 'items', 'too_small', 'needs at least 1 item'],
    [lines.length > ORDER_LINES_MAX, 'items', 'too_big', `takes at most ${ORDER_LINES_MAX} items`],
    ...lines.map(({ quantity }, line): Rule => [
      quantity < 1 || quantity > QUANTITY_MAX,
      `items[${line}].quantity`,
      quantity < 1 ? 'too_small' : 'too_big',
      `must be from 1 to ${QUANTITY_MAX}`,
    ]),
  ]);

const amountFields = ({ shippingCents, discountCents, couponCode }: Checkout): FieldError[] =>
  broken([
    [shippingCents < 0, 'shippingCents', 'too_small', 'must not be negative'],
    [shippingCents > AMOUNT_MAX_CENTS, 'shippingCents', 'too_big', `must be at most ${AMOUNT_MAX_CENTS}`],
    [discountCents < 0, 'discountCents', 'too_small', 'must not be negative'],
    [couponCode !== undefined && discountCents > 0, 'discountCents', 'invalid_value', 'must be 0 with a couponCode'],
  ]);
