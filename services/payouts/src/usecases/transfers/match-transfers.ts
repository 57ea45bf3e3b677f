import { daysBefore, saoPauloDay } from '@estampa/kernel/days';
import { isUuid } from '@estampa/kernel/ids';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { Context } from '../../context.ts';
import { providerTransfers } from '../../db/provider-transfer-repository.ts';
import { unmatchedTransfers, unmatchedTransferSeconds } from '../../metrics.ts';
import { beginList, readList } from './shared-list.ts';

/** Matches what left the account with our transfers, and polls those of which the provider knows more than we do. */
export async function matchTransfers(
  { em, now, transfers: provider, log }: Context,
  signal: AbortSignal,
): Promise<void> {
  if (!provider) return;
  const at = now();
  const today = saoPauloDay(at);
  try {
    const days = { from: daysBefore(today, 1), to: daysBefore(today, -1) };
    const { transfers: listed } = await readList(provider, beginList(days, at), signal);
    const done = listed.filter(({ state }) => state === 'done');
    const seen = done.map(({ reference, ...one }) => ({
      providerId: one.providerId,
      reference: reference !== null && isUuid(reference) ? reference : null,
      amountCents: one.amountCents,
    }));
    await providerTransfers.save(em, seen, at);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error }, 'transfers could not be listed');
  }
  await providerTransfers.match(em, at);
  await providerTransfers.pollLate(em, at);
  const { count, seconds } = await providerTransfers.measure(em, at);
  unmatchedTransfers.set(count);
  unmatchedTransferSeconds.set(seconds);
}
