import { ProviderError } from '@estampa/kit/provider/provider-error';
import { invoicedCents, type Invoice, type IssuedInvoice, newInvoice } from '../../domain/invoice.ts';
import { advanceInvoice, type InvoiceSteps } from './advance-invoice.ts';

/** A fault of one call to the issuer: it never came, its response was lost, or it takes effect after that. */
export type Fault = 'unsent' | 'lost' | 'late' | null;

const MINUTE_MS = 60_000;
const LATE_MS = 90_000;
const RETRY_MS = 10 * MINUTE_MS;
const CALLS_MAX = 100;

class Crash extends Error {}

type Order = { id: string; paymentStatus: string; totalCents: number; totalRefundedCents: number };
type AtIssuer = IssuedInvoice & { reference: string; visibleAt: number };

/** Orders, their invoices as they are stored, an issuer, and a clock. */
export class InvoiceWorld {
  at = 0;
  readonly orders = new Map<string, Order>();
  readonly stored = new Map<string, Invoice & { dueAt: number | null }>();
  readonly issuer: AtIssuer[] = [];
  readonly calls: string[] = [];
  /** Of each call in turn. */
  faultOf: () => Fault = () => null;
  /** Whether the process ends before the next line that somebody else could notice. */
  endsNow: () => boolean = () => false;
  rejectsNext: () => boolean = () => false;
  /** By how many cents the issuer gets a value wrong. */
  misstatedBy = 0;

  pay(id: string, totalCents: number): void {
    this.orders.set(id, { id, paymentStatus: 'approved', totalCents, totalRefundedCents: 0 });
    this.#add(
      newInvoice({ id: `${id}-1`, orderId: id, place: 1, valueCents: totalCents, createdAt: new Date(this.at) }),
    );
  }

  refund(id: string, cents: number): void {
    const order = this.orders.get(id)!;
    order.totalRefundedCents = Math.min(order.totalRefundedCents + cents, order.totalCents);
    if (order.totalRefundedCents === order.totalCents) order.paymentStatus = 'refunded';
    const latest = [...this.stored.values()].findLast(({ orderId }) => orderId === id)!;
    this.#put({ ...latest, dueAt: this.at });
  }

  /** A person corrects what was rejected. */
  retry(id: string): void {
    const rejected = [...this.stored.values()].find((one) => one.orderId === id && one.status === 'rejected');
    if (rejected) this.#put({ ...rejected, isRetried: true, dueAt: this.at });
  }

  /** Advances all that is due, as the job does. */
  async run(): Promise<void> {
    for (const { id, dueAt } of this.stored.values()) if (dueAt !== null && dueAt <= this.at) await this.#advance(id);
  }

  async runFor(minutes: number): Promise<void> {
    for (const end = this.at + minutes * MINUTE_MS; this.at < end; this.at += MINUTE_MS / 2) await this.run();
  }

  standing(orderId: string): AtIssuer[] {
    return this.issuer.filter((one) => one.reference.startsWith(`${orderId}:`) && one.status !== 'cancelled');
  }

  async #advance(id: string): Promise<void> {
    const invoice = this.stored.get(id)!;
    const order = this.orders.get(invoice.orderId)!;
    try {
      const done = await advanceInvoice(this.#steps(), invoice, invoicedCents(order));
      this.#mayEnd();
      if (done.task === 'replace') this.#replace(done.invoice, invoicedCents(order));
      this.#put({ ...done.invoice, dueAt: done.task === 'replace' ? null : (done.dueAt?.getTime() ?? null) });
    } catch (error) {
      if (!(error instanceof Crash) && !(error instanceof ProviderError)) throw error;
      const before = this.stored.get(id)!;
      this.#put({ ...before, dueAt: this.at + (error instanceof Crash ? MINUTE_MS : RETRY_MS) });
    }
  }

  #replace({ orderId, place }: Invoice, valueCents: number): void {
    const id = `${orderId}-${place + 1}`;
    if (!this.stored.has(id))
      this.#add(newInvoice({ id, orderId, place: place + 1, valueCents, createdAt: new Date(this.at) }));
  }

  #steps(): InvoiceSteps {
    return {
      now: () => new Date(this.at),
      find: async ({ reference }) => {
        this.#mayEnd();
        if (this.#call('find') !== null) throw new ProviderError('retryable', 'find');
        return this.issuer.filter((one) => one.reference === reference && one.visibleAt <= this.at);
      },
      issue: (invoice) => this.#effect('issue', () => this.#issue(invoice)),
      correct: async ({ issuerId, valueCents }) => {
        await this.#effect('correct', () => Object.assign(this.#byId(issuerId!), { status: 'issued', valueCents }));
      },
      cancel: async (issuerId) => {
        await this.#effect('cancel', () => Object.assign(this.#byId(issuerId), { status: 'cancelled' }));
      },
      save: async (invoice) => {
        this.#mayEnd();
        this.#put({ ...invoice, dueAt: this.stored.get(invoice.id)!.dueAt });
        this.#mayEnd();
      },
    };
  }

  async #effect<T>(name: string, effect: () => T): Promise<T> {
    const fault = this.#call(name);
    if (fault === 'unsent') throw new ProviderError('unsent', name);
    const done = effect();
    if (fault === 'late' && name === 'issue') Object.assign(this.issuer.at(-1)!, { visibleAt: this.at + LATE_MS });
    this.#mayEnd();
    if (fault !== null) throw new ProviderError('ambiguous', name);
    return done;
  }

  #issue({ reference, valueCents }: Invoice): AtIssuer {
    const count = this.issuer.length + 1;
    const made: AtIssuer = {
      issuerId: `inv-${count}`,
      reference,
      status: this.rejectsNext() ? 'rejected' : 'issued',
      valueCents: valueCents + this.misstatedBy,
      number: String(count),
      verificationCode: null,
      url: null,
      nfeKey: null,
      rejection: null,
      visibleAt: this.at,
    };
    this.issuer.push(made);
    return made;
  }

  #call(name: string): Fault {
    this.calls.push(name);
    if (this.calls.length > CALLS_MAX * Math.max(this.orders.size, 1))
      throw new Error('the issuer is called again and again');
    return this.faultOf();
  }

  #mayEnd(): void {
    if (this.endsNow()) throw new Crash();
  }

  #byId = (id: string): AtIssuer => this.issuer.find(({ issuerId }) => issuerId === id)!;
  #add = (invoice: Invoice): void => void this.stored.set(invoice.id, { ...invoice, dueAt: this.at });
  #put = (invoice: Invoice & { dueAt: number | null }): void => void this.stored.set(invoice.id, invoice);
}
