import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { ProviderHttp } from '@estampa/kit/provider/provider-http';
import { toCents } from '../src/adapters/reais.ts';

/** What happens to the next refund request, apart from a normal response. */
type Fault = 'slow' | 'hangs' | 'lost' | 'unsent' | 'busy' | 'rejected' | 'lie' | 'pending';
/** Late ones are most frequent, since they are the hardest. */
export const FAULTS: readonly Fault[] = [
  'slow',
  'slow',
  'hangs',
  'hangs',
  'lost',
  'unsent',
  'busy',
  'rejected',
  'lie',
  'pending',
];

type Entry = { status: 'PENDING' | 'DONE' | 'CANCELLED'; value: number; description: string | null };
type Charge = { id: string; value: number; reference: string; entries: Entry[] };
type ChargeRequest = { charge: Charge; value: number; description: string | null };

/** Shorter than the quarantine, in which a request without a response is only searched. */
const LATEST_EFFECT_MS = 240_000;

const cents = (entries: readonly Entry[], ...statuses: Entry['status'][]): number =>
  entries.filter(({ status }) => statuses.includes(status)).reduce((sum, { value }) => sum + toCents(value), 0);

/** Asaas on the wire, as its adapter sees it: each request takes effect once, now, later, unseen or not at all. */
export function slowProvider(now: () => number) {
  const charges = new Map<string, Charge>();
  let late: { at: number; requested: ChargeRequest }[] = [];
  let hung: { requested: ChargeRequest; settle: PromiseWithResolvers<unknown> }[] = [];
  let faults: { kind: Fault; pick: number }[] = [];
  let requesting = Promise.withResolvers<void>();

  const lost = () => new ProviderError('ambiguous', 'the answer did not come');

  function take({ charge, value, description }: ChargeRequest, isSlow = false): object {
    if (toCents(value) > toCents(charge.value) - cents(charge.entries, 'DONE', 'PENDING'))
      throw new ProviderError('rejected', 'more than is left');
    charge.entries.push({ status: isSlow ? 'PENDING' : 'DONE', value, description });
    return shown(charge);
  }

  /** Applies a request that arrives late; its result is lost. */
  function takeUnheard(requested: ChargeRequest): void {
    try {
      take(requested);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
    }
  }

  function shown({ id, value, reference, entries }: Charge): object {
    const isGone = cents(entries, 'DONE') >= toCents(value);
    const isGoing = cents(entries, 'DONE', 'PENDING') >= toCents(value);
    const status = isGone ? 'REFUNDED' : isGoing ? 'REFUND_IN_PROGRESS' : 'RECEIVED';
    const common = { id, value, externalReference: reference, invoiceUrl: `http://pay.example/${id}` };
    return { ...common, billingType: 'PIX', status, refunds: structuredClone(entries) };
  }

  function report(): void {
    requesting.resolve();
    requesting = Promise.withResolvers();
  }

  async function refund(requested: ChargeRequest): Promise<unknown> {
    report();
    const { kind, pick } = faults.shift() ?? { kind: null, pick: 0 };
    if (kind === 'unsent') throw new ProviderError('unsent', 'no connection');
    if (kind === 'busy') throw new ProviderError('retryable', 'answered 503', 503);
    if (kind === 'rejected') throw new ProviderError('rejected', 'answered 400', 400);
    if (kind === 'slow') {
      late.push({ at: now() + 1 + ((pick * 7_919) % LATEST_EFFECT_MS), requested });
      throw lost();
    }
    if (kind === 'hangs') {
      const settle = Promise.withResolvers<unknown>();
      hung.push({ requested, settle });
      report();
      return settle.promise;
    }
    const payment = take(requested, kind === 'pending');
    if (kind === 'lost') throw lost();
    if (kind === 'lie') throw new ProviderError('rejected', 'answered 400', 400);
    return payment;
  }

  const call: ProviderHttp = async ({ method, path, body }, shape) => {
    deliver();
    const charge = charges.get(path.split('/')[2]!)!;
    const { value, description } = (body ?? {}) as { value: number; description: string };
    const response = method === 'GET' ? shown(charge) : await refund({ charge, value, description });
    return shape.parse(response);
  };

  /** Applies the requests whose time has come. */
  function deliver(): void {
    const due = late.filter(({ at }) => at <= now());
    late = late.filter((one) => !due.includes(one));
    for (const { requested } of due) takeUnheard(requested);
  }

  return {
    call,
    deliver,
    addCharge: (id: string, valueCents: number, reference: string) =>
      void charges.set(id, { id, value: valueCents / 100, reference, entries: [] }),
    fail: (kind: Fault, pick: number) => void faults.push({ kind, pick }),
    /** Resolves when the next refund request arrives, or begins to hang. */
    requested: (): Promise<void> => requesting.promise,
    hanging: (): number => hung.length,
    /** The caller times out; its request arrives later all the same. */
    giveUpWaiting(pick: number): void {
      for (const { requested, settle } of hung) {
        late.push({ at: now() + 1 + ((pick * 7_919) % LATEST_EFFECT_MS), requested });
        settle.reject(lost());
      }
      hung = [];
    },
    responseWaiting(): void {
      for (const { requested, settle } of hung) {
        try {
          settle.resolve(take(requested));
        } catch (error) {
          settle.reject(error);
        }
      }
      hung = [];
    },
    returnByHand(id: string, pick: number): void {
      const charge = charges.get(id)!;
      const left = toCents(charge.value) - cents(charge.entries, 'DONE', 'PENDING');
      if (left > 1) charge.entries.push({ status: 'DONE', value: (1 + (pick % (left - 1))) / 100, description: null });
    },
    settle(id: string, status: 'DONE' | 'CANCELLED'): void {
      for (const entry of charges.get(id)!.entries) if (entry.status === 'PENDING') entry.status = status;
    },
    forgetFaults(): void {
      faults = [];
    },
    /** How many requests with a refund's id were accepted and not denied. */
    timesTakenUp: (id: string, refundId: string) =>
      charges.get(id)!.entries.filter((one) => one.status !== 'CANCELLED' && one.description?.endsWith(refundId))
        .length,
    backCents: (id: string) => cents(charges.get(id)!.entries, 'DONE'),
  };
}
