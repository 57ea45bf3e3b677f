import { setTimeout as pause } from 'node:timers/promises';
import type { ServerName } from '@estampa/stack/infrastructure/infrastructure';
import type { Fault } from '../fault.ts';
import type { InUse } from '../stage/in-use.ts';

const ABSENCE_MS = [2_000, 8_000] as const;

/** How a server ends; PostgreSQL's immediate shutdown makes no checkpoint, so that the next start recovers from the log. */
const ENDS = { stopped: null, killed: 'SIGKILL', 'shut down at once': 'SIGQUIT' } as const;

const absence = (
  name: string,
  server: ServerName,
  title: string,
  targets: readonly (keyof typeof ENDS)[],
): Fault<InUse> => ({
  name,
  title,
  targets,
  async strike({ infrastructure }, target, random) {
    const struck = infrastructure.servers[server]!;
    const signal = ENDS[target as keyof typeof ENDS];
    await (signal === null ? struck.stop() : struck.kill(signal));
    await pause(random.between(...ABSENCE_MS));
    await struck.restart();
  },
});

export const KAFKA = absence('kafka', 'kafka', 'Kafka stopped or killed, and restarted', ['stopped', 'killed']);
export const POSTGRES = absence('postgres', 'postgres', 'PostgreSQL shut down at once or killed, and restarted', [
  'shut down at once',
  'killed',
]);
/** Its acknowledged writes are the standby's too, and clients find that where they found the primary. */
export const FAILOVER: Fault = {
  name: 'failover',
  title: 'PostgreSQL killed, and its standby promoted',
  targets: ['killed'],
  async strike({ postgres }) {
    const standby = await postgres.startStandby();
    await postgres.primary.kill('SIGKILL');
    await postgres.failOverTo(standby);
  },
};

export const STORAGE = absence('storage', 'objectStore', 'object storage away', ['stopped', 'killed']);

/** It is suspended, and its connections with it: its inbox is in memory, which the check reads. */
export const SMTP: Fault<InUse> = {
  name: 'smtp',
  title: 'the mail server does not respond',
  targets: ['frozen'],
  async strike({ infrastructure }, _target, random) {
    const mail = infrastructure.servers.mail!;
    mail.freeze();
    await pause(random.between(...ABSENCE_MS));
    mail.thaw();
  },
};
