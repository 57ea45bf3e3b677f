import { ACCOUNTS } from '@estampa/payouts/domain/transfer';
import { type Marks, withSection } from '@estampa/stack/page-section';
import { type FigureName, type Figures, totalOf } from './figures.ts';

const MARKS: Marks = { begin: '<!-- figures: npm run model -- --record -->', end: '<!-- end of figures -->' };

type Column = { title: string; of: (day: Figures) => string };

const count = (value: number): string => value.toLocaleString('en-US');
const reais = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const counted = (title: string, name: FigureName): Column => ({ title, of: (day) => count(day[name]) });
const summed = (title: string, name: FigureName): Column => ({ title, of: (day) => reais(day[name]) });

const TABLES: readonly { title: string; columns: readonly Column[] }[] = [
  {
    title: 'What buyers paid, and what of it went elsewhere',
    columns: [
      counted('orders', 'orders'),
      counted('paid', 'paidOrders'),
      summed('gross', 'grossCents'),
      summed("platform's coupons", 'platformCouponCents'),
      summed("artists' coupons", 'sellerCouponCents'),
      summed('shipping', 'shippingCents'),
      summed("platform's fees", 'platformFeeCents'),
      summed("provider's fees", 'providerFeeCents'),
      summed('refunds', 'refundedCents'),
      counted('disputes', 'disputes'),
      counted('won', 'disputesWon'),
      counted('lost', 'disputesLost'),
    ],
  },
  {
    title: 'What became of earnings',
    columns: [
      summed('held', 'heldCents'),
      summed('released', 'releasedCents'),
      summed('reversed', 'reversedCents'),
      summed('paid', 'paidCents'),
      summed('came back', 'cameBackCents'),
      counted('transfers requested', 'transfersRequested'),
      counted('arrived', 'transfersDone'),
      counted('failed', 'transfersFailed'),
      counted('came back', 'transfersReturned'),
      counted('not approved', 'transfersRejected'),
    ],
  },
  {
    title: 'The ledger at the end of the day, debits less credits',
    columns: [
      ...ACCOUNTS.map((account): Column => ({
        title: `\`${account}\``,
        of: ({ balances }) => reais(balances[account]),
      })),
      summed('difference to the oracle', 'differenceCents'),
    ],
  },
];

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The days, the time after the last order, and all in sum. */
export function tablesOf(days: readonly Figures[]): string {
  const named: [string, Figures][] = days.map((day, place) => [
    place === days.length - 1 ? 'after' : `${place + 1}`,
    day,
  ]);
  named.push(['all', totalOf(days)]);
  return TABLES.map(({ title, columns }) => {
    const head = ['day', ...columns.map((column) => column.title)];
    const rows = named.map(([name, day]) => line([name, ...columns.map(({ of }) => of(day))]));
    return [`${title}:`, '', line(head), line(head.map(() => '--:')), ...rows].join('\n');
  }).join('\n\n');
}

export const withTables = (page: string, head: string, days: readonly Figures[]): string =>
  withSection(page, MARKS, `${head}\n\n${tablesOf(days)}`);
