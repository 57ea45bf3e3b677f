import { AMOUNT_MAX_CENTS } from '@estampa/kernel/checkout-rules';
import { z } from 'zod';
import { byPrice, type Quote, type Trip } from '../domain/shipping-quote.ts';

/** Bound of its response; no shop has so many services. */
const QUOTES_MAX = 100;
const NAME_MAX_CHARACTERS = 100;
const DAYS_MAX = 365;

const name = z.string().min(1).max(NAME_MAX_CHARACTERS);
/** Reais as text, `"23.90"`. */
const reais = z
  .string()
  .regex(/^\d{1,8}(\.\d{1,2})?$/)
  .transform((text) => Math.round(Number(text) * 100))
  .pipe(z.int().max(AMOUNT_MAX_CENTS));
const days = z.int().min(0).max(DAYS_MAX);

export const QuotesShape = z.array(z.unknown()).max(QUOTES_MAX);

/** Each is read on its own; those that are not available carry an error and no price. What was agreed with us counts. */
const QuoteShape = z.object({
  id: z.int().positive(),
  name,
  price: reais,
  custom_price: reais.nullish(),
  delivery_time: days,
  custom_delivery_time: days.nullish(),
  company: z.object({ name }),
  error: z.null().optional(),
});

export const toCalculation = (
  { toCep, volume, insuredCents }: Trip,
  fromCep: string,
  serviceIds: readonly number[],
) => ({
  from: { postal_code: fromCep.replace(/\D/g, '') },
  to: { postal_code: toCep },
  volumes: [{ height: volume.heightCm, width: volume.widthCm, length: volume.lengthCm, weight: volume.weightKg }],
  options: { insurance_value: insuredCents / 100, receipt: false, own_hand: false },
  services: serviceIds.join(','),
});

export const toQuotes = (response: readonly unknown[], serviceIds: readonly number[]): Quote[] =>
  response
    .flatMap((entry) => QuoteShape.safeParse(entry).data ?? [])
    .filter(({ id }) => serviceIds.includes(id))
    .map((said) => ({
      shippingMethodId: `melhorenvio-${said.id}`,
      carrier: said.company.name,
      service: said.name,
      serviceCode: String(said.id),
      priceCents: said.custom_price ?? said.price,
      deliveryDays: said.custom_delivery_time ?? said.delivery_time,
    }))
    .toSorted(byPrice);
