import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { waitFor } from '@estampa/stack/wait';

const DEADLINE_MS = 30 * 60_000;
const EVERY_MS = 1_000;

const IS_SUMMED = `
  select not exists (select from ledger_unsealed)
    and (select block from ledger_summed) >= (select coalesce(max(number), 0) from ledger_block) as is_summed`;

/** Waits until the ledger's jobs are through with what was sown: those of many orders keep a processor busy for minutes. */
export const summedLedger = (url: string): Promise<true> =>
  withDatabase(url, (client) =>
    waitFor(
      'the sums of the ledger',
      async () => {
        const { rows } = await client.query<{ is_summed: boolean }>(IS_SUMMED);
        return rows[0]!.is_summed && true;
      },
      { deadlineMs: DEADLINE_MS, everyMs: EVERY_MS },
    ),
  );
