import { daysBefore, saoPauloDay } from '@estampa/kernel/days';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import { transact } from '@estampa/kit/postgres/transact';
import type { ReturnedTransfer } from '../../adapters/transfer-provider.ts';
import type { Context } from '../../context.ts';
import { pixTransfers } from '../../db/pix-transfer-repository.ts';
import { observe } from '../../domain/pix-transfer.ts';
import { changeTransfer } from './change-transfer.ts';

/** Before today, so that one is found after the service was down for a weekend. */
const DAYS_BEFORE = 2;

/** Finds money that came back after it had arrived: the account's statement alone shows it. */
export async function pollReturned(context: Context, signal: AbortSignal): Promise<void> {
  const { transfers: provider, log } = context;
  if (!provider) return;
  const today = saoPauloDay(context.now());
  try {
    const days = { from: daysBefore(today, DAYS_BEFORE), to: today };
    await saveReturned(context, await provider.listReturned(days, signal));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error }, 'the statement could not be read');
  }
}

async function saveReturned(context: Context, returned: readonly ReturnedTransfer[]): Promise<void> {
  const centsOf = new Map(returned.map(({ providerId, amountCents }) => [providerId, amountCents]));
  for (const known of await pixTransfers.findDone(context.em, [...centsOf.keys()])) {
    await transact(context.em.fork(), async (tx) => {
      const transfer = await pixTransfers.lock(tx, known);
      const providerId = known.providerId!;
      const seen = {
        providerId,
        state: 'returned' as const,
        amountCents: centsOf.get(providerId)!,
        endToEndId: null,
        receiptUrl: null,
        feeCents: null,
      };
      const change = observe(transfer, seen);
      if (change) await changeTransfer(context, tx, transfer, change);
    });
  }
}
