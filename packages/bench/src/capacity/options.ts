import { parseArgs } from 'node:util';
import { numberOption } from '../number-option.ts';
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
    ordersPerDay: numberOption('orders-per-day', values['orders-per-day'], { least: 1, most: ORDERS_MAX }, USAGE),
    pagesPerSecond: numberOption('pages-per-second', values['pages-per-second'], { least: 1, most: PAGES_MAX }, USAGE),
  };
}
