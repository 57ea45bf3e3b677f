import type { Random } from '@estampa/stack/random';
import type { SimProcess } from '../environment/sim-process.ts';
import type { Conditions } from '../history/conditions.ts';
import type { Records } from '../history/records.ts';

/** What a provider's book says of the history that it is part of. */
export type Provider = { readonly conditions: Conditions; readonly records: Records; readonly hasFaults: boolean };

type Sent<T> = {
  label: string;
  kind: 'read' | 'write';
  signal: AbortSignal;
  perform: () => T;
  /** What at most one request that is under way may be about. */
  lease?: string | undefined;
};

/** How a port names what went wrong: `lost`, it may have been done; `busy`, a 503; `unsent`, there was no connection. */
export type ErrorOf = (what: 'lost' | 'busy' | 'unsent', { label, kind }: Pick<Sent<never>, 'label' | 'kind'>) => Error;

const TOO_LONG_MS = 15_000;

/** Requests of one process to a provider, any of which may meet a fault; what got no response takes effect within `latestEffectMs` or never. */
export function requester(
  provider: Provider,
  { process, random }: { process: SimProcess; random: Random },
  { errorOf, latestEffectMs }: { errorOf: ErrorOf; latestEffectMs: number },
) {
  let requests = 0;
  const { scheduler } = process;
  const latency = () => random.between(5, 250);

  /** Ends at the signal; what was sent may take effect all the same, and has `lease` until then. */
  return function request<T>(sent: Sent<T>): Promise<T> {
    const { label, kind, signal, perform, lease } = sent;
    const { faultShare, faults } = provider.conditions.provider;
    const fault = provider.hasFaults && random.chance(faultShare) ? random.oneOf(faults)! : null;
    return new Promise<T>((resolve, reject) => {
      const fail = (what: Parameters<ErrorOf>[0]) => () => reject(errorOf(what, sent));
      const giveUp = fail('lost');
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) return giveUp();
      const respond = (delayMs: number, settle: () => void) =>
        scheduler.schedule(delayMs, process, `${process.name} ${label} ${fault ?? 'done'}`, () => {
          signal.removeEventListener('abort', giveUp);
          settle();
        });
      if (fault === 'unsent') return respond(1, fail('unsent'));
      if (fault === 'busy') return respond(latency(), fail(kind === 'write' ? 'lost' : 'busy'));
      if (fault === 'lost') return respond(random.between(100, TOO_LONG_MS), giveUp);
      const arrivesMs =
        fault === 'slow' ? random.between(100, kind === 'write' ? latestEffectMs : TOO_LONG_MS) : latency();
      requests += 1;
      const leave = lease === undefined ? null : provider.records.lease(lease, `${process.name} ${requests}`);
      scheduler.schedule(arrivesMs, null, `provider ${label}`, () => {
        leave?.();
        const afterMs = fault === 'late' ? random.between(100, TOO_LONG_MS) : latency();
        const settle = settling(perform, resolve, reject);
        respond(afterMs, fault === 'unheard' ? giveUp : settle);
      });
    });
  };
}

/** Does it now, and says later how it went. */
function settling<T>(perform: () => T, resolve: (done: T) => void, reject: (error: unknown) => void): () => void {
  try {
    const done = perform();
    return () => resolve(done);
  } catch (error) {
    return () => reject(error);
  }
}
