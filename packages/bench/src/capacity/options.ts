import { parseArgs } from 'node:util';
import { ORDERS_OF_DAY } from './demand.ts';

export interface Options {
  readonly ordersPerDay: number;
  /** At the peak. */
  readonly pagesPerSecond: number;
  /** Whether predictions are compared with what a stack takes at three rates. */
  readonly check: boolean;
}

export const ORDERS_MAX = 1_000_000_000;
export const PAGES_MAX = 10_000_000;
/** A hundred pages for an order, five times the mean at the peak. */
const PAGES_PER_SECOND = 580;

export const USAGE = `npm run capacity -- [options]
  --orders-per-day NUMBER    orders of a day, the peak being five times the mean (${ORDERS_OF_DAY})
  --pages-per-second NUMBER  product pages in a second at the peak (${PAGES_PER_SECOND})
  --check                    compares predictions with a stack of its own at three rates: seven minutes on a quiet machine`;

export function readOptions(args: readonly string[]): Options & { help: boolean } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'orders-per-day': { type: 'string', default: String(ORDERS_OF_DAY) },
      'pages-per-second': { type: 'string', default: String(PAGES_PER_SECOND) },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { check, help } = values;
  return {
    check,
    help,
    ordersPerDay: within('orders-per-day', values['orders-per-day'], ORDERS_MAX),
    pagesPerSecond: within('pages-per-second', values['pages-per-second'], PAGES_MAX),
  };
}

function within(name: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= 1 && value <= most) return value;
  throw new Error(`--${name} takes a number from 1 to ${most}, not "${text}".\n${USAGE}`);
}
