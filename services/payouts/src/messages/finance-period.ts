import type { ClosedPeriod as ClosedMessage, Period as PeriodMessage } from '@estampa/contracts/payouts/v1/finance';
import type { AllFields } from '@estampa/kernel/all-fields';
import { balancesOf } from '../domain/account-balances.ts';
import type { Period } from '../domain/finance-period.ts';
import { figuresOf } from '../domain/finance-report.ts';
import { figuresMessage } from './finance-report.ts';

export const periodMessage = ({ month, beginsAt, endsAt, closed }: Period): AllFields<PeriodMessage> => ({
  month,
  beginsAt,
  endsAt,
  closed: closed ? closedMessage(closed) : undefined,
});

const closedMessage = (closed: NonNullable<Period['closed']>): AllFields<ClosedMessage> => ({
  closedAt: closed.closedAt,
  closedBy: closed.closedBy,
  figures: figuresMessage(figuresOf(closed.moved)),
  balances: balancesOf(closed.balances),
  blockNumber: closed.block,
  blockHash: closed.blockHash,
  digest: closed.digest,
});
