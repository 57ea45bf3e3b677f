import type { ClosedPeriod, Period } from '@estampa/contracts/payouts/v1/finance';
import { z } from 'zod';
import { id, iso, timestamp } from '../routes/schemas.ts';
import { FiguresJson, figuresView } from './finance-report.ts';
import { LedgerAccountJson, ledgerAccountView } from './ledger.ts';
import type { View } from './view.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const MONTH_LENGTH = 'YYYY-MM'.length;

export const monthOfYear = z
  .string()
  .length(MONTH_LENGTH)
  .regex(MONTH)
  .meta({ id: 'Month', description: 'YYYY-MM, in São Paulo' });

const ClosedJson = z
  .object({
    closedAt: timestamp,
    closedBy: id.describe('Who closed it'),
    figures: FiguresJson.describe('What was posted in this month'),
    balances: z.array(LedgerAccountJson).describe('All that was posted until its end'),
    blockNumber: z.int().describe('The last block of the ledger’s chain when it was closed'),
    blockHash: z.string().describe('The hash of that block, in hexadecimal'),
    digest: z
      .string()
      .describe('SHA-256 of what was posted, the balances, the block, and the digest of the month before'),
  })
  .meta({ id: 'ClosedFinancePeriod' });

export const PeriodJson = z
  .object({
    month: z.string().describe('YYYY-MM, in São Paulo'),
    beginsAt: timestamp,
    endsAt: timestamp.describe('It can be closed from this instant on'),
    closed: ClosedJson.nullable().describe('What it says for good; null while it is open'),
  })
  .meta({ id: 'FinancePeriod' });

export const periodView = ({ month, beginsAt, endsAt, closed }: Period): View<Period, typeof PeriodJson> => ({
  month,
  beginsAt: iso(beginsAt!),
  endsAt: iso(endsAt!),
  closed: closed ? closedView(closed) : null,
});

const closedView = (closed: ClosedPeriod): View<ClosedPeriod, typeof ClosedJson> => ({
  closedAt: iso(closed.closedAt!),
  closedBy: closed.closedBy,
  figures: figuresView(closed.figures!),
  balances: closed.balances.map(ledgerAccountView),
  blockNumber: closed.blockNumber,
  blockHash: closed.blockHash,
  digest: closed.digest,
});
