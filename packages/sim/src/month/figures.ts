import { ACCOUNTS, type Account } from '@estampa/payouts/domain/transfer';

/** What is counted of each day. Amounts are in cents. */
const NAMES = [
  'orders',
  'paidOrders',
  'grossCents',
  'platformCouponCents',
  'sellerCouponCents',
  'shippingCents',
  'platformFeeCents',
  'providerFeeCents',
  'refundedCents',
  'disputes',
  'disputesWon',
  'disputesLost',
  'heldCents',
  'releasedCents',
  'reversedCents',
  'paidCents',
  'cameBackCents',
  'transfersRequested',
  'transfersDone',
  'transfersFailed',
  'transfersReturned',
  'transfersRejected',
  'differenceCents',
] as const;
export type FigureName = (typeof NAMES)[number];

/** One day, or several in sum; the balances are those at its end, in debits less credits. */
export type Figures = Record<FigureName, number> & { balances: Record<Account, number> };

const zeros = <T extends string>(names: readonly T[]): Record<T, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<T, number>;

export const newBalances = (): Record<Account, number> => zeros(ACCOUNTS);
export const newFigures = (): Figures => ({ ...zeros(NAMES), balances: newBalances() });

/** Adds those of another group of sellers on the same day. */
export function addFigures(to: Figures, other: Figures): void {
  for (const name of NAMES) to[name] += other[name];
  for (const account of ACCOUNTS) to.balances[account] += other.balances[account];
}

/** All days in sum, with the balances of the last one. */
export function totalOf(days: readonly Figures[]): Figures {
  const total = newFigures();
  for (const day of days) for (const name of NAMES) total[name] += day[name];
  return { ...total, balances: { ...days.at(-1)!.balances } };
}
