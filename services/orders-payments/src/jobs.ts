import { type Job, startJob } from '@estampa/kit/jobs';
import type { Context, Wake } from './context.ts';
import { applyNotices } from './usecases/apply-notices.ts';
import { continuePayments } from './usecases/continue-payments.ts';
import { forgetOldRequests } from './usecases/payment-request.ts';

const NOTICES_EVERY_MS = 2_000;
const PAYMENTS_EVERY_MS = 1_000;
const FORGET_EVERY_MS = 3_600_000;

type Surroundings = Pick<Parameters<typeof startJob<Context>>[0], 'orm' | 'log' | 'context'>;

/** What the service does by itself, each kind of work in a loop of its own so that none holds up another. */
export class Jobs implements Wake, AsyncDisposable {
  readonly #running = new AsyncDisposableStack();
  #notices: Job | null = null;
  #payments: Job | null = null;

  start(around: Surroundings): this {
    const start = (name: string, everyMs: number, run: (context: Context) => Promise<unknown>) =>
      this.#running.use(startJob({ ...around, name, everyMs, run }));
    this.#notices = start('apply-notices', NOTICES_EVERY_MS, applyNotices);
    this.#payments = start('continue-payments', PAYMENTS_EVERY_MS, continuePayments);
    start('forget-old-requests', FORGET_EVERY_MS, ({ em }) => forgetOldRequests(em));
    return this;
  }

  notices(): void {
    this.#notices?.wake();
  }

  payments(): void {
    this.#payments?.wake();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#running.disposeAsync();
  }
}
