import { randomUUID } from 'node:crypto';
import { saoPauloInstant } from '@estampa/kernel/days';
import { run } from '@estampa/kit/postgres/statement';
import { transact } from '@estampa/kit/postgres/transact';
import type { Caller } from '@estampa/kit/rpc/call';
import { untilWaiting } from '@estampa/testing/lock-waiters';
import { expect, it } from 'vitest';
import type { PeriodRow } from '../src/db/finance-period-repository.ts';
import { ledgerCheck } from '../src/db/ledger-check.ts';
import { monthAt } from '../src/domain/finance-period.ts';
import { figuresOf } from '../src/domain/finance-report.ts';
import { closePeriod } from '../src/usecases/finance/close-period.ts';
import { getReport } from '../src/usecases/finance/get-report.ts';
import { listPeriods } from '../src/usecases/finance/list-periods.ts';
import { getTrialBalance } from '../src/usecases/get-trial-balance.ts';
import { ADMIN, type Ground, SELLER } from './finance-ground.ts';

const CENTS = 77;
const [JANUARY, FEBRUARY] = ['2020-01', '2020-02'];
const JANUARY_REPORT = { by: 'day', from: '2020-01-01', to: '2020-01-31', limit: 1 } as const;
const lateOn = (day: string): Date => saoPauloInstant(`${day}T23:30:00`);

/** Closing months in which the reports before this have posted. */
export function describePeriods(given: () => Ground): void {
  const query = async (sql: string, values: unknown[] = []) => (await given().database.query(sql, values)).rows;
  const close = (month: string, caller: Caller = ADMIN): Promise<PeriodRow> =>
    given().as(caller, async (context) => transact(context.em, closePeriod(context, month)));
  const readJanuary = async () => (await given().as(ADMIN, (context) => getReport(context, JANUARY_REPORT))).total;

  /** Gives the id of an order of which something is posted. */
  async function post(day: string): Promise<string> {
    const orderId = randomUUID();
    const of = { sellerProfileId: null, orderId, orderItemId: null, payoutId: null };
    const moved = { kind: 'order_approved', debit: 'clearing', credit: 'freight', amountCents: CENTS } as const;
    await given().post([{ transfers: [{ ...moved, ...of }], at: lateOn(day) }]);
    return orderId;
  }
  const postedOf = (orderId: string) =>
    query('select posted_at, occurred_at from ledger_transfer where order_id = $1', [orderId]);

  it('months are closed in their order, once, and later postings go into the open one', async () => {
    await post('2020-01-06');
    await expect(close(FEBRUARY)).rejects.toMatchObject({ reason: 'earlier_period_open' });
    await expect(close(monthAt(new Date()))).rejects.toMatchObject({ reason: 'period_not_over' });
    await expect(close(JANUARY, SELLER)).rejects.toMatchObject({ kind: 'forbidden' });

    const [closed, again] = await Promise.all([close(JANUARY), close(JANUARY)]);
    expect(again).toEqual(closed);
    const figures = figuresOf(closed.moved);
    expect(figures).toEqual(await readJanuary());
    const end = saoPauloInstant('2020-02-01T00:00:00');
    const { accounts } = await given().as(ADMIN, (context) => getTrialBalance(context, end));
    expect(closed.balances).toEqual(
      accounts
        .filter(({ debitCents, creditCents }) => debitCents > 0 || creditCents > 0)
        .map(({ name: account, debitCents, creditCents }) => ({ account, debitCents, creditCents }))
        .toSorted((one, other) => (one.account < other.account ? -1 : 1)),
    );
    const audited = await query(`select actor_id from audit where subject = 'finance_period:${JANUARY}'`);
    expect(audited).toEqual([{ actor_id: ADMIN.userId }]);

    const before = new Date();
    const [late] = await postedOf(await post('2020-01-31'));
    expect(late.occurred_at).toEqual(lateOn('2020-01-31'));
    expect(late.posted_at >= before).toBe(true);
    expect(await close(JANUARY)).toEqual(closed);
    expect(await readJanuary()).toEqual(figures);
  });

  it('whoever closes waits for what is being posted, and what comes then waits for the end of closing', async () => {
    const early = randomUUID();
    const posting = await given().database.connect();
    await posting.query('begin');
    await posting.query(
      `insert into ledger_transfer (transaction_id, line, kind, debit, credit, amount_cents, order_id, posted_at)
       values (gen_random_uuid(), 1, 'order_approved', 'clearing', 'freight', ${CENTS}, $1, $2)`,
      [early, lateOn('2020-02-10')],
    );
    const closing = close(FEBRUARY);
    await untilWaiting(given().database, posting, 1);
    const posted = post('2020-02-11');
    await untilWaiting(given().database, posting, 2);
    await posting.query('commit');
    posting.release();

    const closed = await closing;
    expect(await postedOf(early)).toEqual([{ posted_at: lateOn('2020-02-10'), occurred_at: null }]);
    const [late] = await postedOf(await posted);
    expect(late.posted_at > closed.endsAt).toBe(true);
    expect(late.occurred_at).toEqual(lateOn('2020-02-11'));
    const rows = await query(
      `select sum(amount_cents)::int as cents from ledger_transfer where debit = 'clearing' and posted_at >= $1 and posted_at < $2`,
      [closed.beginsAt, closed.endsAt],
    );
    const clearing = figuresOf(closed.moved).accounts.find(({ name }) => name === 'clearing')!;
    expect(rows).toEqual([{ cents: clearing.debitCents }]);

    const { periods } = await given().as(ADMIN, (context) => listPeriods(context, { limit: 100 }));
    expect(periods.slice(-3).map((period) => [period.month, period.closed?.digest])).toEqual([
      ['2020-03', undefined],
      [FEBRUARY, closed.digest],
      [JANUARY, expect.any(String)],
    ]);
    expect(await ledgerCheck.findWrongPeriods((one) => run(given().orm.em.fork(), one))).toEqual([]);
    expect(await ledgerCheck.findWrongSums((one) => run(given().orm.em.fork(), one))).toEqual([]);
  });

  it.each([
    [`update finance_period set digest = ''`, 'finance_period is append-only'],
    ['delete from finance_period', 'finance_period is append-only'],
    ['truncate finance_period', 'finance_period is append-only'],
    [`update ledger_sum set amount_cents = 1 where day = '2020-01-06'`, 'sums of a closed month do not change'],
    [`delete from ledger_sum where day = '2020-01-06'`, 'sums of a closed month do not change'],
    [
      `insert into ledger_sum values ('day', '2020-01-06', 'x', 'refunded', 'refunds', 'clearing', 1)`,
      'sums of a closed month do not change',
    ],
  ])('nobody may %s', async (sql, message) => {
    await expect(query(sql)).rejects.toMatchObject({ code: '23001', message });
  });

  it('the check finds a month whose rows were changed past the triggers', async () => {
    const client = await given().database.connect();
    await client.query('begin');
    await client.query('alter table ledger_transfer disable trigger append_only');
    await client.query(`update ledger_transfer set amount_cents = amount_cents + 1 where posted_at < '2020-01-31'`);
    const wrong = await ledgerCheck.findWrongPeriods(async ({ query: { text, values }, decode }) =>
      (await client.query(text, [...values])).rows.map(decode),
    );
    await client.query('rollback');
    client.release();
    expect(wrong).toEqual([JANUARY]);
  });
}
