import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessName } from '@estampa/stack/topology';
import type { Fault } from '../fault.ts';
import { OURS } from './processes.ts';

const LASTS_MS = 8_000;
const MINUTE_MS = 60_000;
/** Beyond what leases and claims last; the lifetime of an access token is a quarter of an hour. */
const BY_MINUTES = [2, 10] as const;
const JUMPS: Readonly<Record<string, { of: 'all' | 'one'; direction: 1 | -1 }>> = {
  'all ahead': { of: 'all', direction: 1 },
  'all behind': { of: 'all', direction: -1 },
  'one ahead': { of: 'one', direction: 1 },
  'one behind': { of: 'one', direction: -1 },
};

/** PostgreSQL, Kafka, storage and the providers have the right time all along. */
export const CLOCK: Fault = {
  name: 'clock',
  title: 'clocks of our processes jump by 2 to 10 minutes, and back after 8 s',
  targets: Object.keys(JUMPS),
  async strike({ clocks }, target, random) {
    const { of, direction } = JUMPS[target]!;
    const struck: readonly ProcessName[] = of === 'all' ? OURS : [OURS[random.below(OURS.length)]!];
    const aheadMs = direction * random.between(BY_MINUTES[0] * MINUTE_MS, BY_MINUTES[1] * MINUTE_MS);
    for (const name of struck) clocks.set(name, aheadMs);
    await pause(LASTS_MS);
    for (const name of struck) clocks.set(name, 0);
  },
};
