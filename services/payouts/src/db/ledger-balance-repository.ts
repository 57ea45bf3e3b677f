import { bigint, oneOf } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ACCOUNTS } from '../domain/transfer.ts';

/** What each account moved, exactly: days that are sealed as sums, what is not sealed yet as rows. */
export const ledgerBalances = {
  /** By now; reads no day's rows. */
  findNow: (em: EntityManager) => NOW.all(em, []),

  /** By everything posted before an instant: reads the rows of its day (UTC), found by blocks of pages. */
  findBefore: (em: EntityManager, before: Date) => BEFORE.all(em, [before]),
};

const COLUMNS = { account: oneOf(ACCOUNTS), debitCents: bigint, creditCents: bigint };

/** Both sides of transfers that a query gives, with their day (UTC). */
export const sidesOf = (transfers: string): string =>
  `select side.account, (t.posted_at at time zone 'UTC')::date as day, side.debit_cents, side.credit_cents from (${transfers}) as t,
     lateral (values (t.debit, t.amount_cents, 0::bigint), (t.credit, 0, t.amount_cents)) as side (account, debit_cents, credit_cents)`;

const sumsOf = (...parts: readonly string[]) =>
  statement(
    `select account, sum(debit_cents) as "debitCents", sum(credit_cents) as "creditCents"
     from (${parts.join(' union all ')}) as moved group by account`,
    COLUMNS,
  );

const SEALED = 'select account, day, debit_cents, credit_cents from ledger_balance';
export const UNSEALED = 'select t.* from ledger_unsealed join ledger_transfer as t using (transaction_id)';

const NOW = sumsOf(SEALED, sidesOf(UNSEALED));

const DAY = `date_trunc('day', $1::timestamptz, 'UTC')`;
const BEFORE = sumsOf(
  `${SEALED} where day < (${DAY} at time zone 'UTC')::date`,
  sidesOf(`select * from ledger_transfer where posted_at >= ${DAY} and posted_at < $1`),
  sidesOf(`${UNSEALED} where posted_at < ${DAY}`),
);
