import { dayAfter, saoPauloDay, saoPauloInstant } from '@estampa/kernel/days';
import { expect, it } from 'vitest';
import { type Grain, NO_SELLER, NO_TYPE } from '../src/db/ledger-sum-repository.ts';
import type { AccountBalance } from '../src/domain/account-balances.ts';
import { type Moved, type ReportRow, rowsOf } from '../src/domain/finance-report.ts';
import type { Transfer } from '../src/domain/transfer.ts';
import { addLedgerSums } from '../src/usecases/add-ledger-sums.ts';
import { exportReport } from '../src/usecases/finance/export-report.ts';
import { getReport } from '../src/usecases/finance/get-report.ts';
import { getTrialBalance } from '../src/usecases/get-trial-balance.ts';
import { sealLedger } from '../src/usecases/seal-ledger.ts';
import { ADMIN, type Ground, SELLER } from './finance-ground.ts';
import { DAY_NAMES, pick, type Posting, somePostings } from './random-postings.ts';

type Window = { from: string; to: string };
type Types = ReadonlyMap<string, string>;

const TYPES = ['Caneca', 'Camiseta'];
const WINDOWS = 4;
const SIGNAL = new AbortController().signal;
const beginOf = (day: string): Date => saoPauloInstant(`${day}T00:00:00`);

/** By other means than the sums: what was posted, in memory. */
const GRAINS: Readonly<Record<Grain, (transfer: Transfer, at: Date, types: Types) => string>> = {
  day: (_transfer, at) => saoPauloDay(at),
  seller: ({ sellerProfileId }) => sellerProfileId ?? NO_SELLER,
  type: ({ orderItemId }, _at, types) => (orderItemId && types.get(orderItemId)) || NO_TYPE,
};
const BYS = Object.keys(GRAINS) as Grain[];

function expectedRows(by: Grain, { from, to }: Window, postings: readonly Posting[], types: Types): ReportRow[] {
  const inWindow = postings.filter(({ at }) => saoPauloDay(at) >= from && saoPauloDay(at) <= to);
  const moved = inWindow.flatMap(({ transfers, at }) =>
    transfers.map((transfer): Moved & { subject: string } => ({
      ...transfer,
      subject: GRAINS[by](transfer, at, types),
    })),
  );
  return rowsOf(moved.toSorted((one, other) => (one.subject < other.subject ? -1 : 1)));
}

const sidesOf = (accounts: readonly AccountBalance[]) =>
  Object.fromEntries(
    accounts
      .filter(({ debitCents, creditCents }) => debitCents > 0 || creditCents > 0)
      .map(({ name, debitCents, creditCents }) => [name, { debitCents, creditCents }]),
  );

/** Reports of random histories. */
export function describeReports(given: () => Ground): void {
  const read = (by: Grain, window: Window, limit: number, cursor?: string) =>
    given().as(ADMIN, (context) => getReport(context, { by, ...window, limit, cursor }));

  async function readPages(by: Grain, window: Window): Promise<ReportRow[]> {
    const rows: ReportRow[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await read(by, window, 2, cursor);
      rows.push(...page.rows);
      cursor = page.nextCursor;
      if (!cursor) return rows;
    }
  }

  const exportAll = (by: Grain, window: Window) =>
    given().as(ADMIN, async (context) => {
      const rows: ReportRow[] = [];
      for await (const part of exportReport(context, { by, ...window })) rows.push(...part.rows);
      return rows;
    });

  /** What the reports say of some days. */
  async function readReports(window: Window) {
    const { total } = await read('seller', window, 1);
    const rows = await Promise.all(BYS.map(async (by) => [by, await readPages(by, window)] as const));
    const exported: [Grain, ReportRow[]][] = [];
    for (const by of BYS) exported.push([by, await exportAll(by, window)]);
    return { moved: sidesOf(total.accounts), rows: Object.fromEntries(rows), exported: Object.fromEntries(exported) };
  }

  /** What they have to say: the difference of two trial balances, and what was posted. */
  async function differenceOf(window: Window, postings: readonly Posting[], types: Types) {
    const balanceAt = async (at: Date) => (await given().as(ADMIN, (context) => getTrialBalance(context, at))).accounts;
    const [before, after] = [await balanceAt(beginOf(window.from)), await balanceAt(beginOf(dayAfter(window.to)))];
    const changes = after.map((account, place) => ({
      ...account,
      debitCents: account.debitCents - before[place]!.debitCents,
      creditCents: account.creditCents - before[place]!.creditCents,
    }));
    const rows = Object.fromEntries(BYS.map((by) => [by, expectedRows(by, window, postings, types)]));
    return { moved: sidesOf(changes), rows, exported: rows };
  }

  async function addTypes(postings: readonly Posting[]): Promise<Types> {
    const items = postings.flatMap(({ transfers }) => transfers.flatMap(({ orderItemId }) => orderItemId ?? []));
    const types = new Map(items.map((item) => [item, pick(TYPES)]));
    await given().database.query(
      `insert into sold_item (order_item_id, order_id, order_version, payment_status, was_approved, item_version, item_status, sale)
       select (item ->> 0)::uuid, gen_random_uuid(), 1, 'pending', false, 1, 'pending', jsonb_build_object('productTypeName', item ->> 1)
       from jsonb_array_elements($1::jsonb) as item`,
      [JSON.stringify([...types])],
    );
    return types;
  }

  it('come to the difference of the trial balances, by day, seller and type, summed or not', async () => {
    const postings = somePostings();
    const types = await addTypes(postings);
    const em = () => given().orm.em.fork();
    const everything = { from: DAY_NAMES[0]!, to: DAY_NAMES.at(-1)! };
    const third = Math.ceil(postings.length / 3);
    await given().post(postings.slice(0, third));
    await sealLedger({ em: em() }, SIGNAL);
    await addLedgerSums({ em: em() }, SIGNAL);
    await given().post(postings.slice(third, 2 * third));
    await sealLedger({ em: em() }, SIGNAL);
    await given().post(postings.slice(2 * third));

    for (let times = 0; times < WINDOWS; times += 1) {
      const [from, to] = [pick(DAY_NAMES), pick(DAY_NAMES)].toSorted();
      const window = times === 0 ? everything : { from: from!, to: to! };
      expect(await readReports(window)).toEqual(await differenceOf(window, postings, types));
    }
    await sealLedger({ em: em() }, SIGNAL);
    await addLedgerSums({ em: em() }, SIGNAL);
    expect(await readReports(everything)).toEqual(await differenceOf(everything, postings, types));
  });

  it('are for admins', async () => {
    const wanted = { by: 'day' as const, from: DAY_NAMES[0]!, to: DAY_NAMES[1]!, limit: 1 };
    await expect(given().as(SELLER, (context) => getReport(context, wanted))).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });
}
