import { beforeEach, describe, expect, it } from 'vitest';
import type { TransferProvider } from '../../adapters/transfer-provider.ts';
import { CONTINUED_FOR_MS, TransferLists } from './shared-list.ts';

const NOW = new Date('2026-11-21T15:00:00Z');
const DAYS = { from: '2026-11-17', to: '2026-11-22' };
const PAGES = 3;

const at = (day: string, providerId: string | null = null) => ({ createdAt: new Date(`${day}T15:00:00Z`), providerId });
const afterMs = (ms: number) => new Date(NOW.getTime() + ms);

/** What was requested: the days, and the page. */
let requested: unknown[];
/** The request of this number fails. */
let failing: number | null;
let lists: TransferLists;
beforeEach(() => {
  [requested, failing, lists] = [[], null, new TransferLists()];
});

const list: TransferProvider['list'] = async (days, offset) => {
  requested.push([days, offset]);
  if (requested.length === failing) throw new Error('cut');
  const transfer = { providerId: `transfer ${offset}`, state: 'done', amountCents: 1, reference: null } as const;
  const rest = { endToEndId: null, receiptUrl: null, feeCents: null };
  return { transfers: [{ ...transfer, ...rest }], next: offset + 1 < PAGES ? offset + 1 : null };
};
const sharedBy = (day: string, now = NOW) => lists.sharedBy({ list }, [at(day)], now);
const pagesOf = (days: object, ...offsets: number[]) => offsets.map((offset) => [days, offset]);
const ALL = ['transfer 0', 'transfer 1', 'transfer 2'];

describe('a list', () => {
  it('is of the days since the oldest transfer without an id, read once, and only when one of them needs it', async () => {
    const leased = [at('2026-11-20'), at('2026-11-18'), at('2026-08-01', 'returned-1')];
    const shared = lists.sharedBy({ list }, leased, NOW);

    expect(requested).toEqual([]);
    await Promise.all([shared(), shared()]);
    const { transfers, begunAt } = await shared();
    expect(requested).toEqual(pagesOf(DAYS, 0, 1, 2));
    expect([transfers.map(({ providerId }) => providerId), begunAt]).toEqual([ALL, NOW]);
  });

  it('that is cut goes on where it was, for whoever needs one next, and is as old as its beginning', async () => {
    failing = 2;
    await expect(sharedBy('2026-11-18')()).rejects.toThrow('cut');

    const { transfers, begunAt } = await sharedBy('2026-11-20', afterMs(60_000))();

    expect(requested).toEqual(pagesOf(DAYS, 0, 1, 1, 2));
    expect([transfers.map(({ providerId }) => providerId), begunAt]).toEqual([ALL, NOW]);
    await sharedBy('2026-11-18', afterMs(120_000))();
    expect(requested.slice(4)).toEqual(pagesOf(DAYS, 0, 1, 2));
  });

  it.each<[string, string, Date, object]>([
    ['does not reach back as far as is needed', '2026-11-17', NOW, { ...DAYS, from: '2026-11-16' }],
    ['is too old', '2026-11-18', afterMs(CONTINUED_FOR_MS), DAYS],
  ])('that was cut is begun anew where it %s', async (_why, day, now, days) => {
    failing = 2;
    await expect(sharedBy('2026-11-18')()).rejects.toThrow('cut');

    const { begunAt } = await sharedBy(day, now)();

    expect(requested.slice(2)).toEqual(pagesOf(days, 0, 1, 2));
    expect(begunAt).toEqual(now);
  });
});
