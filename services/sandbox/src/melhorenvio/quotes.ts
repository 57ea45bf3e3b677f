import { Router } from 'express';
import { z } from 'zod';
import { quote, SERVICES, type ShippingService, type Trip, type Volume } from '../domain/shipping-services.ts';
import { Cep, VolumeInput } from './cart-input.ts';
import { priceText } from './order-view.ts';

const ProductInput = VolumeInput.extend({
  quantity: z.coerce.number().int().positive().default(1),
  insurance_value: z.coerce.number().min(0).default(0),
});

const QuoteInput = z
  .object({
    from: z.object({ postal_code: Cep }),
    to: z.object({ postal_code: Cep }),
    products: z.array(ProductInput).optional(),
    volumes: z.array(VolumeInput).optional(),
    services: z
      .string()
      .regex(/^\d+(,\d+)*$/)
      .optional(),
    options: z.object({ insurance_value: z.coerce.number().min(0).default(0) }).optional(),
  })
  .refine(({ products, volumes }) => products?.length || volumes?.length, {
    path: ['products'],
    message: 'The products field is required when volumes is not present.',
  });

export function quoteRoutes(): Router {
  const router = Router();

  router.post('/shipment/calculate', (request, response) => {
    const input = QuoteInput.parse(request.body ?? {});
    const wanted = input.services?.split(',').map(Number);
    const trip = tripOf(input);
    response.json(SERVICES.filter(({ id }) => wanted?.includes(id) ?? true).map((service) => quoteView(service, trip)));
  });

  return router;
}

function tripOf(input: z.infer<typeof QuoteInput>): Trip {
  const products = input.products ?? [];
  const insuredReais = products.reduce((sum, { insurance_value, quantity }) => sum + insurance_value * quantity, 0);
  return {
    fromCep: input.from.postal_code,
    toCep: input.to.postal_code,
    volumes: input.volumes ?? [boxFor(products)],
    insuredCents: Math.round((input.options?.insurance_value ?? insuredReais) * 100),
  };
}

/** Products are stacked into one box. */
function boxFor(products: ReadonlyArray<Volume & { quantity: number }>): Volume {
  const most = (side: 'width' | 'length') => Math.max(...products.map((product) => product[side]));
  const sum = (side: 'height' | 'weight') =>
    products.reduce((total, product) => total + product[side] * product.quantity, 0);
  return { width: most('width'), length: most('length'), height: sum('height'), weight: sum('weight') };
}

function quoteView(service: ShippingService, trip: Trip) {
  const { id, name, company } = service;
  const result = quote(service, trip);
  if (!result) return { id, name, company, error: 'O peso está acima do limite deste serviço.' };
  const price = priceText(result.priceCents);
  const range = { min: result.days, max: result.days + 1 };
  return {
    id,
    name,
    price,
    custom_price: price,
    discount: '0.00',
    currency: 'R$',
    delivery_time: range.max,
    delivery_range: range,
    custom_delivery_time: range.max,
    custom_delivery_range: range,
    packages: trip.volumes.map(({ weight, ...dimensions }) => ({ price, weight: weight.toFixed(2), dimensions })),
    company,
  };
}
