import type { Days, ListedTransfer, TransferProvider } from '../../adapters/transfer-provider.ts';
import { type PixTransfer, searchedDays } from '../../domain/pix-transfer.ts';

/** Of the pages that are read for transfers that are continued together: some 13,000 transfers, at 0.3 s for a page. */
const LIST_DEADLINE_MS = 40_000;
/** One that was cut is continued for so long, then begun anew: transfers are polled every half hour at least. */
export const CONTINUED_FOR_MS = 6 * 60 * 60_000;

type Lister = Pick<TransferProvider, 'list'>;

/** What the provider lists, as far as it was read. It says nothing of what was requested after it began. */
type BegunList = { days: Days; begunAt: Date; transfers: ListedTransfer[]; next: number | null };

export const beginList = (days: Days, now: Date): BegunList => ({ days, begunAt: now, transfers: [], next: 0 });

/** All pages that were not read yet. Those that were stay in `begun`, whatever ends it. */
export async function readList(provider: Lister, begun: BegunList, signal: AbortSignal): Promise<BegunList> {
  while (begun.next !== null) {
    const page = await provider.list(begun.days, begun.next, signal);
    begun.transfers.push(...page.transfers);
    begun.next = page.next;
  }
  return begun;
}

export type TransferList = () => Promise<Pick<BegunList, 'transfers' | 'begunAt'>>;

type Searched = Pick<PixTransfer, 'providerId'> & { createdAt: Date };

/**
 * Lists for transfers that are searched by their days, one at a time. One that is cut, by its deadline or a failure, goes on where it
 * was when the next one is needed: what is new meanwhile moves transfers to later pages, so none that was there when it began is missed.
 */
export class TransferLists {
  #cut: BegunList | null = null;

  /**
   * What the provider lists of the days of some transfers: called when it is first needed, and once for all of them. One that is found
   * by its own id may be months old, and needs no list.
   */
  sharedBy(provider: Lister, transfers: readonly Searched[], now: Date): TransferList {
    let listed: ReturnType<TransferList> | undefined;
    return () => {
      const unbound = transfers.filter(({ providerId }) => providerId === null);
      const createdAt = new Date(Math.min(...unbound.map((one) => one.createdAt.getTime())));
      return (listed ??= this.#read(provider, searchedDays({ createdAt }, now), now));
    };
  }

  async #read(provider: Lister, days: Days, now: Date): ReturnType<TransferList> {
    this.#cut = this.#continued(days, now) ?? beginList(days, now);
    const complete = await readList(provider, this.#cut, AbortSignal.timeout(LIST_DEADLINE_MS));
    this.#cut = null;
    return complete;
  }

  /** The one that was cut, where it reaches back as far. */
  #continued({ from }: Days, now: Date): BegunList | null {
    const isFresh = this.#cut !== null && now.getTime() - this.#cut.begunAt.getTime() < CONTINUED_FOR_MS;
    return isFresh && this.#cut!.days.from <= from ? this.#cut : null;
  }
}
