import { Router, urlencoded, type Response } from 'express';
import { z } from 'zod';
import type { PayMethod, Preference, PreferencePayment } from '../domain/preference-payment.ts';
import { begin, movePayment, payByCard } from '../domain/preference-payment-lifecycle.ts';
import { judgeCard } from '../domain/test-cards.ts';
import { applyPaymentStep } from '../mercadopago/apply-step.ts';
import { paymentById } from '../mercadopago/payments.ts';
import { preferenceById } from '../mercadopago/preferences.ts';
import { checkoutUrl } from '../mercadopago/views.ts';
import type { Sandbox } from '../sandbox.ts';
import { checkoutPage } from './checkout-page.ts';
import { sendPage } from './layout.ts';
import { type Words, wordsFor } from './words.ts';

const Method = z.object({ method: z.enum(['pix', 'card', 'boleto']), cardNumber: z.string().default('') });

type ProviderResponse = { complaint?: keyof Words & ('declined' | 'linkExpired' | 'notATestCard'); status?: number };

/** Mercado Pago's hosted page: a Pix code or a bank slip is made first and paid then, a card is decided at once. */
export function checkoutRoutes(sandbox: Sandbox): Router {
  const router = Router();
  router.use(urlencoded({ extended: false }));
  const pageOf = (preference: Preference): string => checkoutUrl(preference, sandbox.publicUrl());
  const newId = (): string => String(sandbox.nextNumber());

  const show = async (response: Response, preference: Preference, { complaint, status }: ProviderResponse = {}) => {
    const payments = sandbox.store.preferencePayments
      .named(preference.externalReference ?? '')
      .filter(({ preferenceId }) => preferenceId === preference.id);
    const words = wordsFor(response.req);
    const reported = complaint ? words[complaint] : null;
    const body = await checkoutPage({ preference, payments, pageUrl: pageOf(preference), complaint: reported, words });
    sendPage(response, { title: `${preference.title} (sandbox)`, status, words, body });
  };
  const beginBy = (preference: Preference, method: PayMethod): PreferencePayment =>
    applyPaymentStep(sandbox, begin({ preference, id: newId(), method, now: sandbox.now() }));

  router.get('/checkout/:id', async (request, response) => {
    const isDeclined = request.query['outcome'] === 'declined';
    await show(response, preferenceById(sandbox, request.params.id), isDeclined ? { complaint: 'declined' } : {});
  });

  router.post('/checkout/:id/begin', async (request, response) => {
    const preference = preferenceById(sandbox, request.params.id);
    const { method } = Method.parse(request.body ?? {});
    if (preference.expired) return show(response, preference, { complaint: 'linkExpired', status: 409 });
    beginBy(preference, method);
    response.redirect(303, pageOf(preference));
  });

  router.post('/checkout/:id/pay', async (request, response) => {
    const preference = preferenceById(sandbox, request.params.id);
    const { method, cardNumber } = Method.parse(request.body ?? {});
    if (preference.expired) return show(response, preference, { complaint: 'linkExpired', status: 409 });
    if (method !== 'card') {
      const payment = beginBy(preference, method);
      applyPaymentStep(sandbox, movePayment(payment, 'approve', sandbox.now()));
      return response.redirect(303, backAfter(preference, payment.id) ?? pageOf(preference));
    }
    const verdict = judgeCard(cardNumber);
    if (verdict === 'not_a_test_card') return show(response, preference, { complaint: 'notATestCard', status: 422 });
    const isApproved = verdict === 'approved';
    const { id } = applyPaymentStep(sandbox, payByCard({ preference, id: newId(), now: sandbox.now() }, isApproved));
    const declined = `${pageOf(preference)}?outcome=declined`;
    response.redirect(303, isApproved ? (backAfter(preference, id) ?? pageOf(preference)) : declined);
  });

  router.post('/checkout/:id/payments/:payment/:action', (request, response) => {
    const preference = preferenceById(sandbox, request.params.id);
    const payment = paymentById(sandbox, request.params.payment);
    const move = request.params.action === 'expire' ? 'expire' : 'approve';
    applyPaymentStep(sandbox, movePayment(payment, move, sandbox.now()));
    response.redirect(303, pageOf(preference));
  });

  return router;
}

/** The shop's page with the parameters of the redirect, which prove nothing. */
function backAfter({ returnUrl, externalReference }: Preference, paymentId: string): string | null {
  if (!returnUrl) return null;
  const address = new URL(returnUrl);
  address.searchParams.set('payment_id', paymentId);
  address.searchParams.set('status', 'approved');
  if (externalReference) address.searchParams.set('external_reference', externalReference);
  return address.href;
}
