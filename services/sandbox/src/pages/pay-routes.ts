import { Router, urlencoded, type Request, type Response } from 'express';
import { z } from 'zod';
import { boletoUrl, invoiceUrl } from '../asaas/payment-view.ts';
import { chargeById } from '../asaas/payments.ts';
import { completeBoletoRefund } from '../domain/charge-refunds.ts';
import { declineCard, move, pay, viewBoleto } from '../domain/charge-lifecycle.ts';
import { isPayable, type Charge, type PaymentMethod, type Step } from '../domain/charge.ts';
import { judgeCard } from '../domain/test-cards.ts';
import { applyChargeSteps, type Sandbox } from '../sandbox.ts';
import { sendPage } from './layout.ts';
import { boletoPage, payPage } from './pay-page.ts';
import { refundForm } from './refund-page.ts';
import { type Words, wordsFor } from './words.ts';

const METHODS = { pix: 'PIX', card: 'CREDIT_CARD', boleto: 'BOLETO' } as const;
const Payment = z.object({ method: z.enum(['pix', 'card', 'boleto']), cardNumber: z.string().default('') });

/** The hosted payment page: plain forms, so a person and a test do the same. */
export function payRoutes(sandbox: Sandbox): Router {
  const router = Router();
  router.use(urlencoded({ extended: false }));
  const pageOf = (charge: Charge): string => invoiceUrl(charge, sandbox.publicUrl());
  const apply = (charge: Charge, steps: Step[]): Charge => applyChargeSteps(sandbox, charge, steps);

  const show = async (
    response: Response,
    charge: Charge,
    { complaint, status }: ProviderResponse = {},
  ): Promise<void> => {
    const words = wordsFor(response.req);
    const title = `${charge.description ?? words.payment} (sandbox)`;
    const reported = complaint ? words[complaint] : null;
    const urls = { pageUrl: pageOf(charge), boletoUrl: boletoUrl(charge, sandbox.publicUrl()) };
    const body = await payPage({ charge, ...urls, complaint: reported, words });
    sendPage(response, { title, status, words, body });
  };

  router.get('/i/:id', async (request, response) => {
    const charge = chargeById(sandbox, request.params.id);
    const declined = request.query['outcome'] === 'declined' && isPayable(charge);
    await show(response, charge, declined ? { complaint: 'declined' } : {});
  });

  router.get('/b/pdf/:id', (request, response) => {
    const charge = chargeById(sandbox, request.params.id);
    const words = wordsFor(request);
    const viewed = apply(charge, viewBoleto(charge, sandbox.now()));
    sendPage(response, { title: 'Boleto (sandbox)', words, body: boletoPage(viewed, pageOf(viewed), words) });
  });

  router.post('/i/:id/pay', async (request, response) => {
    const charge = chargeById(sandbox, request.params.id);
    const { method, cardNumber } = Payment.parse(request.body ?? {});
    if (!isPayable(charge)) return show(response, charge, { complaint: 'tooLate', status: 409 });
    const verdict = method === 'card' ? judgeCard(cardNumber) : 'approved';
    if (verdict === 'not_a_test_card') return show(response, charge, { complaint: 'notATestCard', status: 422 });
    if (verdict === 'declined') return decline(request, response);

    const paid = apply(charge, pay(charge, METHODS[method], sandbox.now()));
    response.redirect(303, afterPaying(paid, METHODS[method]) ?? pageOf(paid));
  });

  const decline = (request: Request, response: Response): void => {
    const charge = chargeById(sandbox, String(request.params['id']));
    apply(charge, declineCard(charge));
    response.redirect(303, `${pageOf(charge)}?outcome=declined`);
  };
  router.post('/i/:id/decline', decline);

  router.post('/i/:id/expire', (request, response) => {
    const charge = chargeById(sandbox, request.params.id);
    response.redirect(303, pageOf(apply(charge, move(charge, 'overdue', sandbox.now()))));
  });

  router.get('/i/:id/refund', (request, response) => {
    const charge = chargeById(sandbox, request.params.id);
    const words = wordsFor(request);
    const body = refundForm(charge, pageOf(charge), words);
    sendPage(response, { title: `${words.refund} (sandbox)`, words, body });
  });

  router.post('/i/:id/refund', (request, response) => {
    const charge = chargeById(sandbox, request.params.id);
    response.redirect(303, pageOf(apply(charge, completeBoletoRefund(charge))));
  });

  return router;
}

type ProviderResponse = { complaint?: keyof Words & ('declined' | 'tooLate' | 'notATestCard'); status?: number };

/** The provider sends the browser back by itself for Pix and card only. */
const afterPaying = ({ autoRedirect, successUrl }: Charge, method: PaymentMethod): string | null =>
  autoRedirect && method !== 'BOLETO' ? successUrl : null;
