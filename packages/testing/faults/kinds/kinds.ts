import type { Fault } from '../fault.ts';
import { CLOCK } from './clocks.ts';
import { DISK } from './disks.ts';
import { LOST_RECORDS } from './lost-records.ts';
import { POISON } from './poison.ts';
import { FREEZE, KILL } from './processes.ts';
import { PROVIDER } from './providers.ts';
import { FAILOVER, KAFKA, POSTGRES, SMTP, STORAGE } from './servers.ts';

/** What recovery takes when nothing has happened. */
const NONE: Fault = {
  name: 'none',
  title: 'nothing, for comparison',
  targets: ['nothing'],
  strike: async () => undefined,
};

export const FAULTS: readonly Fault[] = [
  NONE,
  KILL,
  FREEZE,
  CLOCK,
  KAFKA,
  LOST_RECORDS,
  POSTGRES,
  FAILOVER,
  STORAGE,
  DISK,
  SMTP,
  PROVIDER,
  POISON,
];
