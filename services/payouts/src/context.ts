import type { BaseContext } from '@estampa/kit/service/context';
import type { HeadStore } from './adapters/head-store.ts';
import type { PayoutSchedule } from './domain/payout-schedule.ts';
import type { TransferProvider } from './adapters/transfer-provider.ts';

export type Settings = {
  /** Less than this waits for the next run. */
  minimumCents: number;
  /** A run of more than this needs two admins. */
  oneApproverMaxCents: number;
  /** How long a request without a response is only searched. */
  repeatAfterMs: number;
  /** When runs start by themselves; null: never. */
  schedule: PayoutSchedule | null;
};

export type Dependencies = {
  /** Null: batches are paid and marked by hand. */
  transfers: TransferProvider | null;
  settings: Settings;
  /** Where heads of the ledger's chain are stored; null: nowhere. */
  heads: HeadStore | null;
};

/** What a use case may touch. */
export type Context = BaseContext & Dependencies;
