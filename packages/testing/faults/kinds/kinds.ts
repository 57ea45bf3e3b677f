import type { Fault } from '../fault.ts';
import { FREEZE, KILL } from './processes.ts';
import { KAFKA, POSTGRES } from './servers.ts';

/** What recovery takes when nothing has happened. */
const NONE: Fault = {
  name: 'none',
  title: 'nothing, for comparison',
  targets: ['nothing'],
  strike: async () => undefined,
};

export const FAULTS: readonly Fault[] = [NONE, KILL, FREEZE, KAFKA, POSTGRES];
