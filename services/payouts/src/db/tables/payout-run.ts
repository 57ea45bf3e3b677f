import { bigint, boolean, json, key, nullable, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

export const payoutRun = table('payout_run', {
  id: key(uuid),
  totalCents: bigint,
  createdBy: text,
  createdAt: timestamp,
  needsTwoApprovers: boolean,
  approvedBy: json<string[]>(),
  startedAt: nullable(timestamp),
  withdrawnAt: nullable(timestamp),
  scheduledFor: nullable(text),
});

export type PayoutRunRow = RowOf<typeof payoutRun.columns>;
