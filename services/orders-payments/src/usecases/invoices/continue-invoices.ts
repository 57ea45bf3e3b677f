import { DomainError } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { saoPauloDay } from '@estampa/kernel/days';
import { transact } from '@estampa/kit/postgres/transact';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { FiscalIssuer, InvoicePayer, InvoiceRequest } from '../../adapters/fiscal-issuer.ts';
import type { Context } from '../../context.ts';
import { invoices } from '../../db/invoice-repository.ts';
import type { OrderParts } from '../../db/order-parts.ts';
import { orders } from '../../db/order-repository.ts';
import type { InvoiceRow } from '../../db/tables/invoice.ts';
import { type Invoice, invoicedCents, newInvoice } from '../../domain/invoice.ts';
import { backoffMs } from '../../domain/schedule.ts';
import { fetchBuyer } from '../checkout/checkout-input.ts';
import { payerOf } from '../checkout/create-charge.ts';
import { asCustomer } from '../checkout/gateway-customer.ts';
import { gatewayOf } from '../payments/gateway-of.ts';
import { type Advanced, advanceInvoice, type InvoiceSteps } from './advance-invoice.ts';

const AT_ONCE = 10;
/** For all requests of one step. */
const STEP_DEADLINE_MS = 20_000;
/** Another replica takes over what was begun longer ago. */
const LEASE_MS = 60_000;

/** Its lease was taken over, or something happened that it does not know: whoever comes next looks at it anew. */
class LeaseLost extends Error {}

/** Notes what was paid and refunded, and advances all invoices that are due. */
export async function continueInvoices(context: Context, signal: AbortSignal): Promise<void> {
  const { fiscal } = context;
  if (!fiscal) return;
  await noteNews(context, fiscal.since);
  for (let goesOn = true; goesOn && !signal.aborted;) {
    const now = context.now();
    const lease = { now, leaseEnd: new Date(now.getTime() + LEASE_MS), limit: AT_ONCE };
    const due = await invoices.claimDue(context.em, lease);
    const each = due.map((row) => advance({ ...context, em: context.em.fork() }, fiscal.issuer, row, lease.leaseEnd));
    // While the issuer is away, the others need not find out, too.
    goesOn = (await Promise.all(each)).every((isDone) => isDone) && due.length === AT_ONCE;
  }
}

async function noteNews({ em, now }: Context, since: Date): Promise<void> {
  for (let taken = invoices.newsAtOnce; taken === invoices.newsAtOnce;) {
    taken = await transact(em.fork(), async (tx) => {
      const news = await invoices.takeNews(tx, since);
      const paid = news.filter(({ kind }) => kind === 'approved');
      const first = paid.map(({ orderId, amountCents: valueCents }) =>
        newInvoice({ id: newId(), orderId, place: 1, valueCents, createdAt: now() }),
      );
      await invoices.insertFirst(tx, first);
      await invoices.saveOrdersDue(
        tx,
        news.map(({ orderId }) => orderId),
        now(),
      );
      return news.length;
    });
  }
}

/** True unless the issuer fails. */
async function advance(context: Context, issuer: FiscalIssuer, stored: InvoiceRow, leaseEnd: Date): Promise<boolean> {
  const { em, now, log } = context;
  const order = (await orders.find(em, stored.orderId))!;
  let row = stored;
  const save = async (changed: InvoiceRow): Promise<void> => {
    if (!(await invoices.save(em, changed, leaseEnd))) throw new LeaseLost();
    row = changed;
  };
  const signal = AbortSignal.timeout(STEP_DEADLINE_MS);
  const steps = stepsOf(context, { issuer, order, signal, save: (invoice) => save({ ...row, ...invoice }) });
  try {
    const done = await advanceInvoice(steps, stored, invoicedCents(order.order));
    await finish(context, done, (changes) => save({ ...row, ...done.invoice, ...changes }));
    return true;
  } catch (error) {
    if (error instanceof LeaseLost) return true;
    log.warn({ err: error, orderId: stored.orderId, reference: stored.reference }, 'an invoice was not advanced');
    const failures = row.failures + 1;
    const waitMs = Math.max(backoffMs(failures), error instanceof ProviderError ? error.retryAfterMs : 0);
    await invoices.save(em, { ...row, failures, dueAt: new Date(now().getTime() + waitMs) }, leaseEnd);
    return !(error instanceof ProviderError);
  }
}

async function finish(
  { em, now }: Context,
  { invoice, task, dueAt }: Advanced,
  save: (changes: { dueAt: Date | null; failures: number }) => Promise<void>,
): Promise<void> {
  if (task === 'replace') {
    const { orderId, valueCents } = invoice;
    await invoices.insertNext(
      em,
      newInvoice({ id: newId(), orderId, place: invoice.place + 1, valueCents, createdAt: now() }),
    );
  }
  await save({ dueAt: task === 'replace' ? null : dueAt, failures: 0 });
}

type Surroundings = {
  issuer: FiscalIssuer;
  order: OrderParts;
  signal: AbortSignal;
  save(invoice: Invoice): Promise<void>;
};

const stepsOf = (context: Context, { issuer, order, signal, save }: Surroundings): InvoiceSteps => {
  const requestOf = ({ reference, valueCents }: Invoice): InvoiceRequest => ({
    reference,
    orderNumber: order.order.orderNumber,
    valueCents,
    day: saoPauloDay(context.now()),
  });
  return {
    now: context.now,
    find: ({ reference }) => issuer.find(reference, signal),
    issue: (invoice) =>
      asPayer(context, issuer, order, signal, (payer) => issuer.issue(requestOf(invoice), payer, signal)).catch(
        asRejection,
      ),
    correct: (invoice) => issuer.correct(invoice.issuerId!, requestOf(invoice), signal),
    cancel: (issuerId) => issuer.cancel(issuerId, signal),
    save,
  };
};

/** A buyer without a document, for one, gets no invoice until a person helps. */
function asRejection(error: unknown): never {
  if (error instanceof DomainError && (error.kind === 'invalid' || error.kind === 'not_found'))
    throw new ProviderError('rejected', error.message, null, [error.reason]);
  throw error;
}

/** The charge that paid the order, if it is at the issuer; else its buyer as a customer there. */
async function asPayer<T>(
  context: Context,
  { name }: FiscalIssuer,
  { order, payment }: OrderParts,
  signal: AbortSignal,
  request: (payer: InvoicePayer) => Promise<T>,
): Promise<T> {
  if (payment?.provider === name && payment.providerPaymentId) return request({ paymentId: payment.providerPaymentId });
  const payer = payerOf(order, await fetchBuyer(context.peers, order.userId));
  const gateway = gatewayOf(context, name);
  return asCustomer(context.em, gateway, payer, undefined, signal, (customerId) => request({ customerId }));
}
