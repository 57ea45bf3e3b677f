import type { TransferProvider } from '../../adapters/transfer-provider.ts';
import { searchedDays } from '../../domain/pix-transfer.ts';

/** Of all pages, which are as many as there were transfers in these days. */
const LIST_DEADLINE_MS = 40_000;

export type TransferList = () => ReturnType<TransferProvider['list']>;

/** What the provider lists of the days of some transfers: called when it is first needed, and once for all of them. */
export function sharedList(
  provider: Pick<TransferProvider, 'list'>,
  transfers: readonly { createdAt: Date }[],
  now: Date,
): TransferList {
  let listed: ReturnType<TransferList> | undefined;
  return () => {
    const createdAt = new Date(Math.min(...transfers.map((one) => one.createdAt.getTime())));
    listed ??= provider.list(searchedDays({ createdAt }, now), AbortSignal.timeout(LIST_DEADLINE_MS));
    return listed;
  };
}
