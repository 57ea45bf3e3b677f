import { ProviderError } from '@estampa/kit/provider/provider-error';
import {
  adopted,
  type Invoice,
  type InvoiceTask,
  type IssuedInvoice,
  checkInvoiceAt,
  nextTask,
} from '../../domain/invoice.ts';

/** What advancing an invoice needs: the issuer, and where it is stored. */
export type InvoiceSteps = {
  now(): Date;
  /** All that the issuer has under its reference, oldest first. */
  find(invoice: Invoice): Promise<IssuedInvoice[]>;
  issue(invoice: Invoice): Promise<IssuedInvoice>;
  /** Changes one that was rejected, and has it sent again. */
  correct(invoice: Invoice): Promise<void>;
  cancel(issuerId: string): Promise<void>;
  /** Stores it while nobody else advances it; else throws. */
  save(invoice: Invoice): Promise<void>;
};

export type Advanced = { invoice: Invoice; task: InvoiceTask; dueAt: Date | null };

/**
 * One step of an invoice, to be repeated until nothing is left to do. What the issuer may have is looked at first, and what is about to
 * be requested is stored before: a process may end between any two lines. Throws the issuer's failure.
 */
export async function advanceInvoice(steps: InvoiceSteps, stored: Invoice, targetCents: number): Promise<Advanced> {
  const { invoice, extra } = await checked(steps, stored);
  const task = nextTask(invoice, targetCents, steps.now());
  const after = await performed(
    steps,
    { ...invoice, ...(task === 'issue' && { valueCents: targetCents }) },
    task,
    targetCents,
  );
  // That another one cannot be cancelled does not hold this one up.
  if (extra.length > 0) await steps.save(after);
  for (const issuerId of extra) await steps.cancel(issuerId);
  const next = task === 'issue' || task === 'correct' || task === 'cancel' ? 'wait' : task;
  return { invoice: after, task, dueAt: checkInvoiceAt(after, next, steps.now()) };
}

async function checked(steps: InvoiceSteps, stored: Invoice): Promise<ReturnType<typeof adopted>> {
  return stored.requestedAt === null ? { invoice: stored, extra: [] } : adopted(stored, await steps.find(stored));
}

function performed(steps: InvoiceSteps, invoice: Invoice, task: InvoiceTask, targetCents: number): Promise<Invoice> {
  switch (task) {
    case 'issue':
      return issue(steps, invoice);
    case 'correct':
      return correct(steps, { ...invoice, valueCents: targetCents });
    case 'cancel':
      return cancel(steps, invoice);
    case 'drop':
      return Promise.resolve({ ...invoice, status: 'cancelled', isRetried: false });
    case 'replace':
    case 'wait':
    case 'rest':
      return Promise.resolve(invoice);
  }
}

async function issue(steps: InvoiceSteps, before: Invoice): Promise<Invoice> {
  const now = steps.now();
  const requested = { ...before, status: 'waiting' as const, requestedAt: now, requests: before.requests + 1 };
  await steps.save(requested);
  try {
    return adopted({ ...requested, isRetried: false }, [await steps.issue(requested)]).invoice;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.failure === 'ambiguous') return requested;
    if (error.failure === 'rejected')
      return { ...requested, status: 'rejected', rejection: inWords(error), isRetried: false };
    // It had no effect.
    await steps.save({ ...before, status: 'waiting' });
    throw error;
  }
}

async function correct(steps: InvoiceSteps, invoice: Invoice): Promise<Invoice> {
  await steps.save(invoice);
  try {
    await steps.correct(invoice);
    return { ...invoice, status: 'scheduled', rejection: null, isRetried: false };
  } catch (error) {
    if (!(error instanceof ProviderError && error.failure === 'rejected')) throw error;
    return { ...invoice, rejection: inWords(error), isRetried: false };
  }
}

/** Stored as not over: where the issuer does not take the request, that it still stands is seen. */
async function cancel(steps: InvoiceSteps, invoice: Invoice): Promise<Invoice> {
  const cancelRequestedAt = invoice.cancelRequestedAt ?? steps.now();
  const requested = { ...invoice, status: 'cancelling' as const, cancelRequestedAt };
  await steps.save(requested);
  await steps.cancel(requested.issuerId!);
  return { ...requested, isRetried: false };
}

/** A rejected request has no text that may be shown: the issuer's codes name the fields. */
const inWords = ({ codes }: ProviderError): string =>
  `The issuer does not take the request: ${codes.length > 0 ? codes.join(', ') : 'no reason given'}`;
