import type { ShippingQuote } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { CEP_CHARACTERS, isCep, ORDER_LINES_MAX, QUANTITY_MAX } from '@estampa/kernel/checkout-rules';
import { z } from 'zod';
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

export const shippingQuoteRoutes = [
  route({
    name: 'quoteShipping',
    method: 'post',
    path: '/shipping/quotes',
    auth: 'none',
    summary: 'What sending these items costs now, cheapest first',
    description:
      'Empty when no carrier accepts such a parcel. A quote holds for 10 minutes, for these goods, and for addresses whose CEP begins with the same five digits.',
    notIdempotent: 'changes nothing',
    limit: { perMinute: QUOTES_PER_MINUTE },
    body: z.object({
      cep: text(CEP_CHARACTERS.min, CEP_CHARACTERS.max).refine(isCep, 'must be 8 digits, with or without punctuation'),
      items: z.array(Line).min(1).max(ORDER_LINES_MAX).describe('What would be ordered'),
    }),
    errors: {
      400: ['unknown_reference', 'item_unavailable'],
      503: ['shipping_quotes_unavailable', 'too_many_quotes'],
    },
    response: z
      .object({ quotes: z.array(QuoteJson).describe('Cheapest first; empty when no carrier accepts such a parcel') })
      .meta({ id: 'ShippingQuotes' }),
    async handle({ body, clients }) {
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
      return { quotes: quotes.map(quoteView) };
    },
  }),
];
