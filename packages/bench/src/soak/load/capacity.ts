import { runLoad } from '../../load/closed-loop.ts';
import { chooser, type Kind } from '../../load/arrivals.ts';
import { Timings } from '../../load/timings.ts';
import type { Random } from '@estampa/stack/random';

const CLIENTS = [8, 16, 32, 64];
const SECONDS = 8;

interface Ramp {
  readonly url: string;
  readonly kinds: readonly Kind[];
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** Visits in a second by so many clients at once, each of whom comes again when a visit has ended: no more can be done. */
export async function capacityOf({ url, kinds, random, signal }: Ramp): Promise<number> {
  let most = 0;
  const visit = chooser(kinds, random, new Timings());
  for (const clients of CLIENTS) {
    const { timesMs, seconds } = await runLoad({ url, clients, seconds: SECONDS, act: (one) => visit(one), signal });
    most = Math.max(most, timesMs.length / seconds);
  }
  return most;
}
