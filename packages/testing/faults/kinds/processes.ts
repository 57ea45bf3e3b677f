import { setTimeout as pause } from 'node:timers/promises';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import type { ProcessName } from '@estampa/stack/topology';
import type { Fault } from '../fault.ts';
import type { InUse } from '../stage/in-use.ts';

/** The sandbox stands for others' processes. */
export const OURS: readonly ProcessName[] = [...SERVICE_NAMES, 'gateway'];
const LONGEST_ABSENCE_MS = 1_500;
/** Beyond each deadline of a call, and beyond the session of a consumer. */
const FROZEN_MS = 20_000;

export const KILL: Fault<InUse> = {
  name: 'kill',
  title: 'SIGKILL of a process, and its restart',
  targets: OURS,
  async strike({ marketplace }, target, random) {
    const struck = marketplace.processes[target as ProcessName];
    await struck.kill('SIGKILL');
    await pause(random.between(0, LONGEST_ABSENCE_MS));
    await struck.restart();
  },
};

export const FREEZE: Fault<InUse> = {
  name: 'freeze',
  title: 'SIGSTOP of a process for 20 s',
  targets: OURS,
  async strike({ marketplace }, target) {
    const struck = marketplace.processes[target as ProcessName];
    struck.freeze();
    await pause(FROZEN_MS);
    struck.thaw();
  },
};
