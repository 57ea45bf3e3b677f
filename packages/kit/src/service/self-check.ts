import type { EntityManager } from '@mikro-orm/postgresql';
import { integer, text, timestamp } from '../postgres/columns.ts';
import { statement } from '../postgres/statement.ts';
import { Gauge } from '../telemetry/metrics.ts';
import type { BaseContext } from './context.ts';
import type { Job } from './jobs.ts';

const findings = new Gauge({
  name: 'self_check_findings',
  help: 'What the last run of a check found to be wrong; every replica says the same',
  labelNames: ['check'],
});

const checkedAt = new Gauge({
  name: 'self_check_timestamp_seconds',
  help: 'When a check last ran to its end; every replica says the same',
  labelNames: ['check'],
});

/** Checks are processes of their own, which are not scraped: the service beside them reports their results. */
export const recordCheck = (em: EntityManager, name: string, found: number): Promise<unknown> =>
  RECORD.all(em, [name, found]);

const RECORD = statement(
  `insert into self_check (name, checked_at, findings) values ($1, now(), $2)
   on conflict (name) do update set checked_at = excluded.checked_at, findings = excluded.findings`,
  {},
);

const REPORT_EVERY_MS = 60_000;

/** Brings the gauges of a service's checks up to date. */
export const reportChecks: Job<BaseContext> = {
  name: 'tell-checks',
  everyMs: REPORT_EVERY_MS,
  async run({ em }) {
    for (const { name, at, found } of await LIST.all(em, [])) {
      findings.set({ check: name }, found);
      checkedAt.set({ check: name }, at.getTime() / 1_000);
    }
  },
};

const LIST = statement('select name, checked_at as at, findings as found from self_check', {
  name: text,
  at: timestamp,
  found: integer,
});
