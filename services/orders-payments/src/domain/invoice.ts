export const INVOICE_STATUSES = [
  'waiting',
  'scheduled',
  'issued',
  'rejected',
  'cancelling',
  'cancelled',
  'cancellation_denied',
] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** An invoice as its issuer shows it. */
export type IssuedInvoice = {
  issuerId: string;
  status: Exclude<InvoiceStatus, 'waiting'>;
  valueCents: number;
  number: string | null;
  verificationCode: string | null;
  url: string | null;
  /** The 44 digits of an NF-e, which goods travel with; a service invoice has none. */
  nfeKey: string | null;
  /** Why it was rejected, or is not cancelled. */
  rejection: string | null;
};

/** The invoice of an order, from the intent to issue it on. An order whose value changes gets another in its place. */
export type Invoice = Omit<IssuedInvoice, 'issuerId' | 'status'> & {
  id: string;
  orderId: string;
  /** From 1 on. */
  place: number;
  /** Found at the issuer by this. */
  reference: string;
  status: InvoiceStatus;
  issuerId: string | null;
  /** When it was last requested, stored before the request: from then on the issuer may have it. */
  requestedAt: Date | null;
  requests: number;
  /** When we decided that it must not stand, stored before the request. */
  cancelRequestedAt: Date | null;
  /** A person corrected what it was rejected for. */
  isRetried: boolean;
  createdAt: Date;
};

/** What comes next; `wait`: for the issuer, `rest`: for nothing, `drop`: it was never requested and is not to be. */
export type InvoiceTask = 'issue' | 'correct' | 'cancel' | 'replace' | 'drop' | 'wait' | 'rest';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A request without a response may take effect for so long, and a search may not show it yet. */
const QUARANTINE_MS = 2 * MINUTE_MS;
/** Of how long the issuer has worked on it: how long until it is looked at again. Its webhooks come sooner. */
const CHECK_EVERY: readonly (readonly [waitedMs: number, everyMs: number])[] = [
  [0, 30 * SECOND_MS],
  [10 * MINUTE_MS, 5 * MINUTE_MS],
  [HOUR_MS, 30 * MINUTE_MS],
];
/** One that was requested twice is looked at for so long after it stands: the other may appear. */
const DOUBTED_MS = DAY_MS;

const invoiceReference = (orderId: string, place: number): string => `${orderId}:i${place}`;

type Intent = Pick<Invoice, 'id' | 'orderId' | 'place' | 'valueCents' | 'createdAt'>;

/** The intent to issue one. */
export const newInvoice = (intent: Intent): Invoice => ({
  ...intent,
  reference: invoiceReference(intent.orderId, intent.place),
  status: 'waiting',
  issuerId: null,
  number: null,
  verificationCode: null,
  url: null,
  nfeKey: null,
  rejection: null,
  requestedAt: null,
  requests: 0,
  cancelRequestedAt: null,
  isRetried: false,
});

type Sold = { paymentStatus: string; totalCents: number; totalRefundedCents: number };

/**
 * What an order's invoice has to say: what was paid and is not refunded, also where a cancellation retained a part; 0: there must be
 * none.
 */
export function invoicedCents({ paymentStatus, totalCents, totalRefundedCents }: Sold): number {
  const retains = paymentStatus === 'refunded' && totalRefundedCents > 0;
  return paymentStatus === 'approved' || retains ? Math.max(totalCents - totalRefundedCents, 0) : 0;
}

const CAN_STAND: ReadonlySet<InvoiceStatus> = new Set(['scheduled', 'issued', 'rejected']);
const IS_TAXED: ReadonlySet<InvoiceStatus> = new Set(['scheduled', 'issued']);

/** The invoice as the issuer shows it, and the ids of others under its reference that must not stand. */
export function adopted(invoice: Invoice, found: readonly IssuedInvoice[]): { invoice: Invoice; extra: string[] } {
  const standing = found.filter(({ status }) => status !== 'cancelled');
  const chosen =
    standing.find(({ issuerId }) => issuerId === invoice.issuerId) ??
    standing.find(({ status, valueCents }) => status === 'issued' && valueCents === invoice.valueCents) ??
    standing.find(({ status }) => status === 'issued') ??
    standing[0] ??
    found[0];
  if (!chosen) return { invoice, extra: [] };
  const extra = found.filter((one) => one !== chosen && CAN_STAND.has(one.status)).map(({ issuerId }) => issuerId);
  const isRetried = invoice.isRetried && (chosen.status === 'rejected' || chosen.status === 'cancellation_denied');
  if (isMisstated(invoice, chosen)) return { invoice: { ...invoice, ...chosen, ...misstated(invoice, chosen) }, extra };
  return { invoice: { ...invoice, ...chosen, isRetried }, extra };
}

/** Of another value than was requested, and no person said that it is to be cancelled. */
const isMisstated = ({ valueCents, isRetried }: Invoice, shown: IssuedInvoice): boolean =>
  !isRetried && IS_TAXED.has(shown.status) && shown.valueCents !== valueCents;

/** It waits for a person: replaced without one it could be issued and cancelled again and again, and taxed each time. */
const misstated = ({ valueCents }: Invoice, shown: IssuedInvoice) => ({
  status: 'rejected' as const,
  valueCents,
  rejection: `The issuer shows a value of ${shown.valueCents} cents in place of ${valueCents}`,
});

/** What comes next of an invoice, after a look at the issuer if it may have it. */
export function nextTask(invoice: Invoice, targetCents: number, now: Date): InvoiceTask {
  const { status, issuerId, valueCents, isRetried } = invoice;
  switch (status) {
    case 'waiting':
      if (isUnclear(invoice, now)) return 'wait';
      return targetCents === 0 ? 'drop' : 'issue';
    case 'scheduled':
      return targetCents === valueCents ? 'wait' : 'cancel';
    case 'issued':
      return targetCents === valueCents ? 'rest' : 'cancel';
    case 'rejected':
      if (targetCents === 0) return issuerId === null ? 'drop' : 'cancel';
      if (!isRetried) return 'rest';
      return issuerId === null ? 'issue' : 'correct';
    case 'cancelling':
      return 'wait';
    case 'cancelled':
      // One that somebody cancelled at the issuer stays cancelled.
      return targetCents > 0 && invoice.cancelRequestedAt ? 'replace' : 'rest';
    case 'cancellation_denied':
      return isRetried ? 'cancel' : 'rest';
  }
}

const isUnclear = ({ requestedAt }: Invoice, now: Date): boolean =>
  requestedAt !== null && now.getTime() - requestedAt.getTime() < QUARANTINE_MS;

/** When to look at it again; null: not before something happens. */
export function checkInvoiceAt(invoice: Invoice, task: InvoiceTask, now: Date): Date | null {
  const ageMs = now.getTime() - invoice.createdAt.getTime();
  if (task !== 'rest' && task !== 'drop') {
    const waitedMs = now.getTime() - (invoice.cancelRequestedAt ?? invoice.createdAt).getTime();
    const [, everyMs] = CHECK_EVERY.findLast(([fromMs]) => waitedMs >= fromMs) ?? CHECK_EVERY[0]!;
    return new Date(now.getTime() + everyMs);
  }
  const isDoubted = task === 'rest' && invoice.requests > 1 && invoice.status === 'issued' && ageMs < DOUBTED_MS;
  return isDoubted ? new Date(now.getTime() + HOUR_MS) : null;
}
