import { daysBefore, saoPauloDay } from '@estampa/kernel/days';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import { transact } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { pixTransfers } from '../../db/pix-transfer-repository.ts';
import { observe } from '../../domain/pix-transfer.ts';
import { changeTransfer } from './change-transfer.ts';

/** Today's, and those before, so that one is found after the service was down for a weekend. */
const DAYS = 3;

/** Finds money that came back after it had arrived: the account's statement alone shows it. */
export async function pollReturned(context: Context, signal: AbortSignal): Promise<void> {
  const { transfers: provider, log } = context;
  if (!provider) return;
  const today = saoPauloDay(context.now());
  for (let day = 0; day < DAYS && !signal.aborted; day += 1) {
    try {
      await saveReturned(context, await provider.listReturned(daysBefore(today, day), signal));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ err: error }, 'the statement could not be read');
    }
  }
}

async function saveReturned(context: Context, providerIds: readonly string[]): Promise<void> {
  for (const known of await pixTransfers.findDone(context.em, providerIds)) {
    await transact(context.em.fork(), async (tx) => {
      const transfer = await pixTransfers.lock(tx, known);
      const { amountCents } = transfer;
      const seen = {
        providerId: known.providerId!,
        state: 'returned' as const,
        amountCents,
        endToEndId: null,
        receiptUrl: null,
      };
      const change = observe(transfer, seen);
      if (change) await changeTransfer(context, tx, transfer, change);
    });
  }
}
