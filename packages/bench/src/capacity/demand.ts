import { SERVICE_NAMES } from '@estampa/kernel/topics';
import type { Costs } from '../report/case-costs.ts';

export interface Share {
  readonly what: string;
  readonly assumed: string;
  readonly perDay: number;
  readonly cases: readonly string[];
  /** A case that stands for more than itself is counted several times. */
  readonly times?: number;
}

const PAGES = 'pages';
/** What becomes of an order costs as much as so many checkouts. */
export const ORDER_CHECKOUTS = 4;

/** A day of 100,000 orders. */
export const DAY: readonly Share[] = [
  {
    what: 'orders',
    assumed: '100,000 a day; payment, events and label cost three more checkouts',
    perDay: 100_000,
    cases: ['checkout-8'],
    times: ORDER_CHECKOUTS,
  },
  { what: PAGES, assumed: '100 for an order', perDay: 10_000_000, cases: ['page-popular-16'] },
  { what: 'searches', assumed: 'one in ten pages', perDay: 1_000_000, cases: ['search-16'] },
  { what: 'log-ins', assumed: 'one for an order', perDay: 100_000, cases: ['login-16'] },
  { what: 'previews', assumed: '200,000 a day', perDay: 200_000, cases: ['preview-4'] },
  { what: 'renders and uploads', assumed: '40,000 a day each', perDay: 40_000, cases: ['render-1', 'upload-4'] },
  { what: 'likes', assumed: '500,000 a day', perDay: 500_000, cases: ['like-many-16'] },
  { what: 'writes of sellers', assumed: '50,000 a day', perDay: 50_000, cases: ['write-1'] },
];
export const ORDERS_OF_DAY = 100_000;
const SEARCHES = 'searches';
const SEARCHES_PER_PAGE = 0.1;
const DAY_SECONDS = 86_400;
const PEAK = 5;
/** Times begin to grow where more than half is busy. */
export const HEADROOM = 2;
export const SERVERS: readonly string[] = ['postgres', 'kafka', 'objectStore'];
export const PROCESSES: readonly string[] = ['gateway', ...SERVICE_NAMES, ...SERVERS];

export const sum = (values: Iterable<number>): number => [...values].reduce((one, other) => one + other, 0);

export const perSecondAtPeak = ({ perDay }: Pick<Share, 'perDay'>): number => (PEAK * perDay) / DAY_SECONDS;

/** Cores busy with a share of the day at its peak, of one process or of all. */
export function busy(costs: ReadonlyMap<string, Costs>, share: Share, process?: string): number {
  const ms = share.cases.map((name) => {
    const { all, by } = costs.get(name)!;
    return process ? (by.get(process) ?? 0) : all;
  });
  return (perSecondAtPeak(share) * (share.times ?? 1) * sum(ms)) / 1_000;
}

/** A day with so many orders and, at its peak, so many pages in a second; everything else grows with them. */
export function dayOf(ordersPerDay: number, pagesPerSecond: number): readonly Share[] {
  const pagesPerDay = (pagesPerSecond * DAY_SECONDS) / PEAK;
  return DAY.map((share) => {
    if (share.what === PAGES) return { ...share, perDay: pagesPerDay };
    if (share.what === SEARCHES) return { ...share, perDay: pagesPerDay * SEARCHES_PER_PAGE };
    return { ...share, perDay: (share.perDay * ordersPerDay) / ORDERS_OF_DAY };
  });
}
