import type { ShippingQuote } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { CEP_CHARACTERS, isCep, ORDER_LINES_MAX, QUANTITY_MAX } from '@estampa/kernel/checkout-rules';
import { z } from 'zod';
import { unauthenticated } from '../access/session-token.ts';
import type { Clients } from '../clients/clients.ts';
import { CouponFunder } from '../views/coupon.ts';
import { countCouponCode, couponCode, COUPON_CODES_PER_MINUTE, COUPON_REJECTIONS } from './coupons.ts';
import { route } from './route.ts';
import { id, text, shownCents } from './schemas.ts';
import type { View } from '../views/view.ts';

const Line = z.object({
  sellerProductId: id.describe('The product'),
  variantId: id.describe('Of the seller product'),
  quantity: z.int().min(1).max(QUANTITY_MAX).describe('How many units'),
});

const QuoteJson = z
  .object({
    shippingMethodId: z
      .string()
      .describe('Send it with the order within 10 minutes, as it stands, with priceCents as shippingCents'),
    carrier: z.string().describe('Who carries it'),
    service: z.string().describe('Of the carrier, such as PAC'),
    serviceCode: z.string().describe('The provider’s own for the service'),
    priceCents: shownCents.describe('What the buyer pays for sending'),
    deliveryDays: z.int().describe('From posting on, as the carrier says; making and packing come before'),
    discountCents: shownCents
      .optional()
      .describe('With a couponCode: what it takes off with this price of sending; 0: it cannot be used with it'),
    totalCents: shownCents.optional().describe('With a couponCode: what there would be to pay'),
  })
  .meta({ id: 'ShippingQuote' });

/** Of one caller: a checkout page needs one for each address and cart. */
export const QUOTES_PER_MINUTE = 20;

const quoteView = ({
  signedMethodId,
  ...quote
}: ShippingQuote): View<ShippingQuote, typeof QuoteJson, 'signedMethodId'> => ({
  ...quote,
  shippingMethodId: signedMethodId ?? quote.shippingMethodId,
});

type Items = Parameters<Clients['coupons']['quoteCoupon']>[0]['items'];

/** The same with what a coupon takes off. */
async function withCoupon(clients: Clients, code: string, items: Items, quotes: readonly ShippingQuote[]) {
  const shippingCents = quotes.map(({ priceCents }) => priceCents);
  const quoted = await clients.coupons.quoteCoupon({ code, items, shippingCents });
  return {
    couponCode: quoted.code,
    discountFunder: quoted.funder as z.input<typeof CouponFunder>,
    subtotalCents: quoted.subtotalCents,
    quotes: quotes.map((quote, place) => {
      const discountCents = quoted.discountCents[place]!;
      const totalCents = quoted.subtotalCents + quote.priceCents - discountCents;
      return { ...quoteView(quote), discountCents, totalCents };
    }),
  };
}

export const shippingQuoteRoutes = [
  route({
    name: 'quoteShipping',
    method: 'post',
    path: '/shipping/quotes',
    auth: 'none',
    readsToken: true,
    summary: 'What sending these items costs now, cheapest first, and what a coupon would take off',
    description:
      'Empty when no carrier accepts such a parcel. A quote holds for 10 minutes, for these goods, and for addresses whose CEP begins with the same five digits. ' +
      `A couponCode needs a bearer token; without a code a bad token is ignored. It is rejected as at checkout, and is not used by it: at most ${COUPON_CODES_PER_MINUTE} times a minute, of which checkouts that name one are a part.`,
    notIdempotent: 'changes nothing',
    limit: { perMinute: QUOTES_PER_MINUTE },
    body: z.object({
      cep: text(CEP_CHARACTERS.min, CEP_CHARACTERS.max).refine(isCep, 'must be 8 digits, with or without punctuation'),
      items: z.array(Line).min(1).max(ORDER_LINES_MAX).describe('What would be ordered'),
      couponCode: couponCode.nullish().describe('What it would take off for the caller is said, too'),
    }),
    errors: {
      400: ['unknown_reference', 'item_unavailable', ...COUPON_REJECTIONS],
      503: ['shipping_quotes_unavailable', 'too_many_quotes'],
    },
    response: z
      .object({
        quotes: z.array(QuoteJson).describe('Cheapest first; empty when no carrier accepts such a parcel'),
        couponCode: z.string().optional().describe('The coupon that was asked for, in upper case'),
        discountFunder: CouponFunder.optional().describe('Who bears what it takes off'),
        subtotalCents: shownCents.optional().describe('With a couponCode: what the items cost without it'),
      })
      .meta({ id: 'ShippingQuotes' }),
    async handle({ body, caller, tokenOutage, clients, countShared }) {
      if (body.couponCode) countCouponCode(countShared, caller ?? anonymous(tokenOutage));
      const lines = body.items.map(({ variantId, ...line }) => ({
        ...line,
        sellerProductVariantId: variantId,
        selectedOptions: {},
      }));
      const { items } = await clients.sellerProducts.quoteItems({ items: lines, pricesAlone: true });
      const goods = items.map(({ unitPriceCents }, line) => ({
        quantity: body.items[line]!.quantity,
        unitPriceCents,
      }));
      const { quotes } = await clients.fulfillment.quoteShipping({ cep: body.cep, goods, forCheckout: false });
      if (!body.couponCode) return { quotes: quotes.map(quoteView) };
      const wanted = body.items.map((item) => ({ ...item, selectedOptions: {} }));
      return withCoupon(clients, body.couponCode, wanted, quotes);
    },
  }),
];

function anonymous(tokenOutage: unknown): never {
  if (tokenOutage !== null) throw tokenOutage;
  throw unauthenticated('Each buyer uses a coupon once: send a bearer token with a couponCode');
}
