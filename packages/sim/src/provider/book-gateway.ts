import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { PaymentGateway, RefundOutcome } from '@estampa/orders-payments/adapters/payment-gateway';
import { pausing } from '@estampa/orders-payments/adapters/quota-pause';
import { readTimed } from '@estampa/orders-payments/adapters/read-times';
import { type ProviderCharge, takenUp } from '@estampa/orders-payments/domain/money-model-provider';
import type { Charge } from '@estampa/orders-payments/domain/payment';
import type { Random } from '@estampa/stack/random';
import type { SimProcess } from '../environment/sim-process.ts';
import type { ChargeBook, Event } from './charge-book.ts';
import { type ErrorOf, requester } from './requester.ts';

const LIE_SHARE = 0.05;
const SLOW_REFUND_SHARE = 0.2;
/** What was not responded to takes effect within this or never: `QUARANTINE_MS` in orders-payments is longer. */
const LATEST_EFFECT_MS = 240_000;

const errorOf: ErrorOf = (what, { label, kind }) => {
  if (what === 'unsent') return new ProviderError('unsent', `${label}: no connection`);
  if (what === 'busy') return new ProviderError('retryable', `${label} responded 503`, 503);
  return new ProviderError(kind === 'write' ? 'ambiguous' : 'retryable', `${label}: no response`);
};

/** The payment provider as one process reaches it, by the port of orders-payments; its book is shared by all. */
export function bookGateway(book: ChargeBook, process: SimProcess, random: Random): PaymentGateway {
  const request = requester(book, { process, random }, { errorOf, latestEffectMs: LATEST_EFFECT_MS });
  const read = <T>(label: string, signal: AbortSignal, perform: () => T) =>
    request({ label, kind: 'read', signal, perform });
  const write = <T>(label: string, signal: AbortSignal, perform: () => T, lease?: string) =>
    request({ label, kind: 'write', signal, perform, lease });
  const existing = (id: string) => existingIn(book, id);
  const pageOf = (charges: readonly ProviderCharge[], states: readonly string[]) => pageIn(book, charges, states);

  const gateway: PaymentGateway = {
    name: 'asaas',
    markOf: ({ userId }) => `mark of ${userId}`,
    detailsOf: ({ userId }) => `details of ${userId}`,
    ensureCustomer: ({ userId }, _options, signal) => write('customer', signal, () => `cus_${userId}`),
    updateCustomer: (_id, _payer, signal) => write('customer details', signal, () => undefined),
    createCharge: (_customer, { reference }, signal) =>
      write('charge', signal, () => book.snapshot(book.make(reference)).charge!),
    findCharge: (reference, signal) => read('find charge', signal, () => payable(book, reference)),
    findByReference: (reference, signal) =>
      read('by reference', signal, () => book.named(reference).map(book.snapshot)),
    getPayment: (id, signal) =>
      read('payment', signal, () => {
        const charge = book.charge(id);
        return charge ? book.snapshot(charge) : null;
      }),
    listPayments: ({ madeFrom, madeTo }, signal) =>
      read('payments', signal, () =>
        pageOf(book.madeBetween(madeFrom, madeTo), ['pending', 'rejected', 'approved', 'partially_refunded']),
      ),
    listsAllNews: false,
    listNews: (_query, signal) => read('news', signal, () => pageOf(book.charges, ['disputed'])),
    listReturned: ({ madeFrom, madeTo }, signal) =>
      read('returned', signal, () => pageOf(book.madeBetween(madeFrom, madeTo), ['refunded'])),
    listMovements: ({ day }, signal) =>
      read('movements', signal, () => {
        const of = (kind: string) => [
          ...new Set(book.movementsOn(day).flatMap((one) => (one.kind === kind ? one.chargeId : []))),
        ];
        return { received: of('received'), reversed: of('reversed'), next: null };
      }),
    cancel: ({ preferenceId }, signal) =>
      read('cancel', signal, () => {
        const charge = existing(preferenceId);
        return book.remove(charge) ? [] : [book.snapshot(charge)];
      }),
    close: async () => undefined,
    keysRefunds: false,
    /** As Asaas has it: no request bears a key, so the payment is looked at first. */
    async refund({ paymentId, refundId, attempt, amountCents }, signal): Promise<RefundOutcome> {
      const before = await read('refunds', signal, () => ({ ...takenUp(existing(paymentId), refundId) }));
      if (before.state) return outcomeOf(before.state, before.attempt ?? null);
      const perform = () => {
        const charge = existing(paymentId);
        const isSlow = random.chance(SLOW_REFUND_SHARE);
        if (!book.giveBack(charge, { refundId, attempt, amountCents }, isSlow))
          throw new ProviderError('rejected', 'more than is left', 400);
        if (book.hasFaults && random.chance(LIE_SHARE)) throw new ProviderError('rejected', 'a lie', 400);
        return outcomeOf(isSlow ? 'pending' : 'done', attempt);
      };
      return write('refund', signal, perform, `refund ${refundId}`);
    },
    isUndone: () => false,
    isAuthentic: () => true,
    parse: readWebhook,
  };
  return readTimed(pausing(gateway), () => new Date(process.now()));
}

const outcomeOf = (state: 'pending' | 'done' | 'cancelled', attempt: number | null): RefundOutcome => ({
  kind: state === 'done' ? 'done' : 'pending',
  providerRefundId: null,
  attempt,
});

/** The paid one of several, else the oldest that can be paid. */
function payable(book: ChargeBook, reference: string): Charge | null {
  const found = book.named(reference).filter(({ removed }) => !removed);
  const charge = found.find(({ paidCents }) => paidCents > 0) ?? found.at(-1);
  return charge ? book.snapshot(charge).charge : null;
}

function existingIn(book: ChargeBook, id: string): ProviderCharge {
  const charge = book.charge(id);
  if (!charge) throw new ProviderError('not_found', 'no such charge', 404);
  return charge;
}

const pageIn = (book: ChargeBook, charges: readonly ProviderCharge[], states: readonly string[]) => ({
  payments: charges.map(book.snapshot).filter(({ state }) => states.includes(state)),
  next: null,
});

function readWebhook({ rawBody }: { rawBody: Buffer }) {
  const { id, event, paymentId } = JSON.parse(rawBody.toString()) as { id: string; event: Event; paymentId: string };
  return { eventId: id, event, paymentId, isRejected: event === 'declined', isNewCharge: event === 'created' };
}
