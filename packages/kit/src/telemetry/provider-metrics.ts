import { Histogram } from './metrics.ts';
import { beginStep } from './trace.ts';

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const providerRequests = new Histogram({
  name: 'provider_request_seconds',
  help: 'Response time of external providers, by outcome',
  labelNames: ['provider', 'operation', 'outcome'],
  buckets: SECONDS,
});

type Operation = (...input: never[]) => Promise<unknown>;
type Operations<P> = { [K in keyof P]: P[K] extends Operation ? K : never }[keyof P] & string;

/** The same provider, with each of these operations timed; `outcomeOf` names a failure by one of a few words. */
export function measured<P extends { readonly name: string }>(
  provider: P,
  operations: readonly Operations<P>[],
  outcomeOf: (error: unknown) => string,
): P {
  const timed = operations.map((operation) => {
    const request = provider[operation] as Operation;
    const inTime = async (...input: never[]): Promise<unknown> => {
      const seconds = providerRequests.startTimer({ provider: provider.name, operation });
      const span = beginStep(operation, 'client');
      span?.set({ 'peer.service': provider.name });
      try {
        const response = await request(...input);
        seconds({ outcome: 'ok' });
        span?.end();
        return response;
      } catch (error) {
        const outcome = outcomeOf(error);
        seconds({ outcome });
        span?.end(outcome);
        throw error;
      }
    };
    return [operation, inTime];
  });
  return { ...provider, ...Object.fromEntries(timed) };
}
