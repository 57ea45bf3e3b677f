import { Router } from 'express';
import { z } from 'zod';
import { Reais, toCents } from '../asaas/payment-input.ts';
import type { Preference } from '../domain/preference-payment.ts';
import { Rejection } from '../domain/rejection.ts';
import type { Sandbox } from '../sandbox.ts';
import { storedResponses } from './stored-responses.ts';
import { preferenceSummary, preferenceView } from './views.ts';

const TEXT_MAX = 256;
const ITEMS_MAX = 100;
const FOUND_MAX = 100;
const LOCAL = /^https?:\/\/(localhost|\[::1\])(:|\/|$)/;

const url = z.url({ protocol: /^https?$/ }).refine((link) => !LOCAL.test(link), 'must not be localhost');

const PreferenceInput = z.object({
  items: z
    .array(
      z.object({
        title: z.string().min(1).max(TEXT_MAX),
        quantity: z.int().min(1),
        currency_id: z.literal('BRL'),
        unit_price: Reais,
      }),
    )
    .min(1)
    .max(ITEMS_MAX),
  payer: z
    .object({
      email: z.email().optional(),
      identification: z.object({ type: z.enum(['CPF', 'CNPJ']), number: z.string().min(11).max(14) }).optional(),
    })
    .optional(),
  external_reference: z.string().max(TEXT_MAX).optional(),
  back_urls: z.object({ success: url, pending: url, failure: url }).partial().optional(),
  auto_return: z.enum(['approved', 'all']).optional(),
});
const PreferenceChange = z.object({ expires: z.boolean(), expiration_date_to: z.iso.datetime({ offset: true }) });
const Search = z.object({ external_reference: z.string().optional() });

export function preferenceRoutes(sandbox: Sandbox): Router {
  const router = Router();
  const { store, publicUrl, now } = sandbox;

  router.post(
    '/checkout/preferences',
    storedResponses(sandbox, (request) => {
      const preference = newPreference(PreferenceInput.parse(request.body ?? {}), sandbox);
      return { status: 201, body: preferenceView(store.preferences.put(preference), publicUrl()) };
    }),
  );

  router.get('/checkout/preferences/search', (request, response) => {
    const { external_reference: reference } = Search.parse(request.query);
    const all = reference === undefined ? store.preferences.all() : store.preferences.named(reference);
    const found = all.filter(({ createdAt }) => sandbox.isSearchable(createdAt)).toReversed();
    response.json({ elements: found.slice(0, FOUND_MAX).map(preferenceSummary), total: found.length, next_offset: 0 });
  });

  router.get('/checkout/preferences/:id', (request, response) => {
    response.json(preferenceView(preferenceById(sandbox, request.params.id), publicUrl()));
  });

  router.put('/checkout/preferences/:id', (request, response) => {
    const { expires, expiration_date_to: until } = PreferenceChange.parse(request.body ?? {});
    const preference = preferenceById(sandbox, request.params.id);
    const expired = expires && new Date(until) <= now();
    response.json(preferenceView(store.preferences.put({ ...preference, expired }), publicUrl()));
  });

  return router;
}

export function preferenceById({ store }: Pick<Sandbox, 'store'>, id: string): Preference {
  const preference = store.preferences.get(id);
  if (!preference) throw new Rejection('not_found', '2000', `There is no preference ${id}.`);
  return preference;
}

function newPreference(input: z.infer<typeof PreferenceInput>, { now, nextNumber }: Sandbox): Preference {
  const total = input.items.reduce((sum, item) => sum + item.quantity * toCents(item.unit_price), 0);
  const success = input.back_urls?.success ?? null;
  if (input.auto_return && !success)
    throw new Rejection('invalid', 'invalid_auto_return', 'back_urls.success is needed.');
  return {
    id: `44444-${nextNumber()}`,
    externalReference: input.external_reference ?? null,
    title: input.items[0]!.title,
    amountCents: total,
    returnUrl: input.auto_return ? success : null,
    expired: false,
    createdAt: now().toISOString(),
  };
}
