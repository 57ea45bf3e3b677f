import { bigint, json, oneOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { toRecord } from '@estampa/kit/postgres/rows';
import { type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Balance, type ClosedPeriod, firstDayOf } from '../domain/finance-period.ts';
import type { Moved } from '../domain/finance-report.ts';
import { ACCOUNTS, TRANSFER_KINDS } from '../domain/transfer.ts';

export type PeriodRow = ClosedPeriod & { closedAt: Date; closedBy: string };

/** Closed months. Nothing is posted into them: triggers of the ledger see to it. */
export const financePeriods = {
  /** Waits until all that is being posted has committed; what comes then waits until the transaction ends. */
  lockPostings: (tx: EntityManager) => LOCK.all(tx, []),

  find: (em: EntityManager, month: string): Promise<PeriodRow | undefined> => BY_MONTH.first(em, [firstDayOf(month)]),

  /** The one that was closed last. */
  findLast: (em: EntityManager): Promise<PeriodRow | undefined> => LAST.first(em, []),

  /** All of them, the last one first: twelve a year. */
  findAll: (em: EntityManager): Promise<PeriodRow[]> => ALL.all(em, []),

  allQuery: (): Query<PeriodRow> => ALL.with(),

  /** What was posted between two instants, as the rows say. */
  movedQuery: (beginsAt: Date, endsAt: Date): Query<Moved> => MOVED.with(beginsAt, endsAt),

  insert(tx: EntityManager, period: PeriodRow): void {
    INSERT.onCommit(tx, [toRecord({ ...period, month: firstDayOf(period.month) })]);
  },
};

const LOCK = statement(`select pg_advisory_xact_lock(hashtextextended('ledger:period', 0))`, {});

const COLUMNS = {
  month: text,
  beginsAt: timestamp,
  endsAt: timestamp,
  moved: json<Moved[]>(),
  balances: json<Balance[]>(),
  block: bigint,
  blockHash: text,
  digest: text,
  closedAt: timestamp,
  closedBy: uuid,
};
const SELECT = `select to_char(month, 'YYYY-MM') as month, begins_at as "beginsAt", ends_at as "endsAt", moved, balances, block,
  block_hash as "blockHash", digest, closed_at as "closedAt", closed_by as "closedBy" from finance_period`;

const BY_MONTH = statement(`${SELECT} where month = $1::date`, COLUMNS);
const LAST = statement(`${SELECT} order by month desc limit 1`, COLUMNS);
const ALL = statement(`${SELECT} order by month desc`, COLUMNS);
const INSERT = statement(
  'insert into finance_period select * from jsonb_populate_record(null::finance_period, $1)',
  {},
);

const MOVED = statement(
  `select kind, debit, credit, sum(amount_cents) as "amountCents" from ledger_transfer
   where posted_at >= $1 and posted_at < $2 group by kind, debit, credit`,
  { kind: oneOf(TRANSFER_KINDS), debit: oneOf(ACCOUNTS), credit: oneOf(ACCOUNTS), amountCents: bigint },
);
