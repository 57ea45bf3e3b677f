import type { TransferProvider } from '../../adapters/transfer-provider.ts';
import { type PixTransfer, searchedDays } from '../../domain/pix-transfer.ts';

/** Of all pages, which are as many as there were transfers in these days. */
const LIST_DEADLINE_MS = 40_000;

export type TransferList = () => ReturnType<TransferProvider['list']>;

type Searched = Pick<PixTransfer, 'providerId'> & { createdAt: Date };

/**
 * What the provider lists of the days of some transfers: called when it is first needed, and once for all of them. One that is found by
 * its own id may be months old, and needs no list.
 */
export function sharedList(
  provider: Pick<TransferProvider, 'list'>,
  transfers: readonly Searched[],
  now: Date,
): TransferList {
  let listed: ReturnType<TransferList> | undefined;
  return () => {
    const unbound = transfers.filter(({ providerId }) => providerId === null);
    const createdAt = new Date(Math.min(...unbound.map((one) => one.createdAt.getTime())));
    listed ??= provider.list(searchedDays({ createdAt }, now), AbortSignal.timeout(LIST_DEADLINE_MS));
    return listed;
  };
}
