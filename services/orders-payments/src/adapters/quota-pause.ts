import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { PaymentGateway } from './payment-gateway.ts';

const SHORTEST_PAUSE_MS = 5_000;
const TOO_MANY_REQUESTS = 429;

/** Calls that no buyer waits for. */
const CHECKS = ['getPayment', 'listPayments', 'listNews', 'listReturned', 'listMovements', 'findByReference'] as const;

/** A provider whose checks pause together: after one 429 all of them fail until the requested pause is over. */
export function pausing(gateway: PaymentGateway, now: () => number = Date.now): PaymentGateway {
  let pausedUntil = 0;
  const paused = (check: (typeof CHECKS)[number]) => {
    const request = gateway[check] as (...input: unknown[]) => Promise<unknown>;
    return async (...input: unknown[]): Promise<unknown> => {
      const leftMs = pausedUntil - now();
      if (leftMs > 0) throw new ProviderError('retryable', 'is not asked for a while', TOO_MANY_REQUESTS, [], leftMs);
      return request(...input).catch((error: unknown) => {
        if (error instanceof ProviderError && error.httpStatus === TOO_MANY_REQUESTS) {
          pausedUntil = now() + Math.max(error.retryAfterMs, SHORTEST_PAUSE_MS);
        }
        throw error;
      });
    };
  };
  return { ...gateway, ...Object.fromEntries(CHECKS.map((check) => [check, paused(check)])) };
}
