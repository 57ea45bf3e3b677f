import { createHash } from 'node:crypto';
import { balancesAfter, boundsOf, type ClosedPeriod } from '../domain/finance-period.ts';
import type { Moved } from '../domain/finance-report.ts';
import type { LedgerHead } from '../domain/ledger-head.ts';

/** Ends a month: what it moved is added to the balances at the end of the one before. */
export function closedPeriod(
  month: string,
  moved: readonly Moved[],
  before: Pick<ClosedPeriod, 'balances' | 'digest'> | undefined,
  head: LedgerHead,
): ClosedPeriod {
  const balances = balancesAfter(before?.balances ?? [], moved);
  const sorted = moved.toSorted((one, other) => (lineOf(one) < lineOf(other) ? -1 : 1));
  const period = { month, ...boundsOf(month), moved: sorted, balances, block: head.number, blockHash: head.hash };
  return { ...period, digest: digestOf(period, before?.digest) };
}

const lineOf = ({ kind, debit, credit, amountCents }: Moved): string => [kind, debit, credit, amountCents].join('|');

/**
 * SHA-256, in hexadecimal, of lines in UTF-8: the digest of the month before (empty for the first one), the month, number and hash of
 * the block, what was moved, and the balances.
 */
export const digestOf = (period: Omit<ClosedPeriod, 'digest'>, before = ''): string =>
  createHash('sha256')
    .update(
      [
        before,
        period.month,
        `${period.block}|${period.blockHash}`,
        ...period.moved.map(lineOf),
        ...period.balances.map(({ account, debitCents, creditCents }) => [account, debitCents, creditCents].join('|')),
      ].join('\n'),
    )
    .digest('hex');
