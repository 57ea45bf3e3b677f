import type { Job } from '@estampa/kit/service/jobs';
import { reportChecks } from '@estampa/kit/service/self-check';
import type { Context } from './context.ts';
import { addLedgerSums } from './usecases/add-ledger-sums.ts';
import { addNotedSums } from './usecases/add-noted-sums.ts';
import { backfillLedger } from './usecases/backfill-ledger.ts';
import { sealLedger } from './usecases/seal-ledger.ts';
import { runBySchedule } from './usecases/runs/run-by-schedule.ts';
import { pollReturned } from './usecases/transfers/poll-returned.ts';
import { continueTransfers } from './usecases/transfers/continue-transfers.ts';
import { matchTransfers } from './usecases/transfers/match-transfers.ts';
import { TransferLists } from './usecases/transfers/shared-list.ts';
import { storeLedgerHead } from './usecases/store-ledger-head.ts';
import { sumOwed } from './usecases/sum-owed.ts';

const SUM_EVERY_MS = 300_000;
const NOTED_SUMS_EVERY_MS = 5_000;
const SEAL_EVERY_MS = 5_000;
const LEDGER_SUMS_EVERY_MS = 10_000;
const STORE_HEAD_EVERY_MS = 300_000;
const BACKFILL_EVERY_MS = 60_000;
const TRANSFERS_EVERY_MS = 2_000;
const MATCH_EVERY_MS = 30_000;
const SCHEDULE_EVERY_MS = 60_000;

/** What the service does by itself. */
export const jobs = (returnsEveryMs: number, lists = new TransferLists()): readonly Job<Context>[] => [
  { name: 'sum-owed', everyMs: SUM_EVERY_MS, run: sumOwed },
  { name: 'add-noted-sums', everyMs: NOTED_SUMS_EVERY_MS, run: addNotedSums },
  { name: 'seal-ledger', everyMs: SEAL_EVERY_MS, run: sealLedger },
  { name: 'add-ledger-sums', everyMs: LEDGER_SUMS_EVERY_MS, run: addLedgerSums },
  { name: 'store-ledger-head', everyMs: STORE_HEAD_EVERY_MS, run: storeLedgerHead },
  { name: 'backfill-ledger', everyMs: BACKFILL_EVERY_MS, run: backfillLedger },
  {
    name: 'continue-transfers',
    everyMs: TRANSFERS_EVERY_MS,
    run: (context, signal) => continueTransfers(context, lists, signal),
  },
  { name: 'match-transfers', everyMs: MATCH_EVERY_MS, run: matchTransfers },
  { name: 'poll-returned-transfers', everyMs: returnsEveryMs, run: pollReturned },
  { name: 'run-by-schedule', everyMs: SCHEDULE_EVERY_MS, run: runBySchedule },
  reportChecks,
];
