import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { FiscalIssuer } from '@estampa/orders-payments/adapters/fiscal-issuer';
import type { IssuedInvoice } from '@estampa/orders-payments/domain/invoice';
import type { Random } from '@estampa/stack/random';
import type { SimProcess } from '../environment/sim-process.ts';
import type { Conditions } from '../history/conditions.ts';
import type { BookedInvoice, ChargeBook } from './charge-book.ts';
import { type ErrorOf, type Provider, requester } from './requester.ts';

/** What was not responded to takes effect within this or never: orders-payments waits longer before it requests another one. */
const LATEST_EFFECT_MS = 60_000;
/** How long the city hall takes, to whom all requests go on. */
const CITY_HALL_MS = 45_000;
/** For so many processes it is slow as a rule: what is done with an order meanwhile meets its invoice. */
const SLOW_SHARE = 0.5;
const SLOW: Conditions['provider'] = { faultShare: 0.5, faults: ['late', 'late', 'slow'] };

const errorOf: ErrorOf = (what, { label, kind }) => {
  if (what === 'unsent') return new ProviderError('unsent', `${label}: no connection`);
  return new ProviderError(kind === 'write' && what === 'lost' ? 'ambiguous' : 'retryable', `${label}: ${what}`);
};

/** The provider as one who issues invoices, as one process reaches it; they are in its book. */
export function invoiceIssuer(book: ChargeBook, process: SimProcess, random: Random): FiscalIssuer {
  const request = requester(
    random.chance(SLOW_SHARE) ? slow(book) : book,
    { process, random },
    { errorOf, latestEffectMs: LATEST_EFFECT_MS },
  );
  const read = <T>(label: string, signal: AbortSignal, perform: () => T) =>
    request({ label, kind: 'read', signal, perform });
  const write = <T>(label: string, signal: AbortSignal, perform: () => T) =>
    request({ label, kind: 'write', signal, perform });
  const existing = (id: string): BookedInvoice => {
    const found = book.invoices.find(({ issuerId }) => issuerId === id);
    if (!found) throw new ProviderError('not_found', 'no such invoice', 404);
    return found;
  };
  /** Later the city hall has done it, unless something else was requested since. */
  const become = (invoice: BookedInvoice, now: IssuedInvoice['status'], then: IssuedInvoice['status']): void => {
    invoice.status = now;
    process.scheduler.schedule(random.between(0, CITY_HALL_MS), null, `${invoice.issuerId} is ${then}`, () => {
      if (invoice.status === now) invoice.status = then;
    });
  };

  return {
    name: 'asaas',
    issue: ({ reference, valueCents }, _payer, signal) =>
      write('issue invoice', signal, () => {
        const made = { ...NOTHING_YET, issuerId: `inv_${book.invoices.length + 1}`, reference, valueCents };
        book.invoices.push(made);
        become(made, 'scheduled', 'issued');
        return { ...made };
      }),
    find: (reference, signal) =>
      read('find invoice', signal, () =>
        book.invoices.filter((one) => one.reference === reference).map((one) => ({ ...one })),
      ),
    correct: (id, { valueCents }, signal) =>
      write('correct invoice', signal, () => {
        const invoice = existing(id);
        invoice.valueCents = valueCents;
        become(invoice, 'scheduled', 'issued');
      }),
    cancel: (id, signal) => write('cancel invoice', signal, () => become(existing(id), 'cancelling', 'cancelled')),
    referenceIn: () => null,
  };
}

const slow = (book: ChargeBook): Provider => ({
  conditions: { ...book.conditions, provider: SLOW },
  records: book.records,
  get hasFaults() {
    return book.hasFaults;
  },
});

const NOTHING_YET = {
  status: 'scheduled' as IssuedInvoice['status'],
  number: null,
  verificationCode: null,
  url: null,
  nfeKey: null,
  rejection: null,
};
