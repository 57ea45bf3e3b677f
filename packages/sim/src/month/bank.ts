import { newId } from '@estampa/kernel/ids';
import type { SeenTransfer } from '@estampa/payouts/domain/pix-transfer';

/** A transfer in the provider's books, which are right by definition. */
export type Sent = {
  readonly id: string;
  readonly reference: string | null;
  readonly sellerProfileId: string | null;
  readonly amountCents: number;
  readonly key: string;
  state: SeenTransfer['state'];
  /** A search shows it from then on. */
  readonly shownFromMs: number;
  /** Whether it was ever shown to us that it arrived, and that it came back: before that, our books cannot have it. */
  isArrivalShown: boolean;
  isReturnShown: boolean;
};

export const TRANSFER_FEE_CENTS = 35;

/** Where the provider sends money to. */
export class Bank {
  readonly sent: Sent[] = [];
  readonly #byReference = new Map<string, Sent[]>();

  make(made: Pick<Sent, 'reference' | 'sellerProfileId' | 'amountCents' | 'key' | 'shownFromMs'>): Sent {
    const sent: Sent = { ...made, id: newId(), state: 'pending', isArrivalShown: false, isReturnShown: false };
    this.sent.push(sent);
    const known = this.#byReference.get(sent.reference ?? '') ?? [];
    this.#byReference.set(sent.reference ?? '', [...known, sent]);
    return sent;
  }

  /** What a search shows; all that is lagging behind is not there. */
  search(reference: string, nowMs: number): Sent[] {
    return (this.#byReference.get(reference) ?? []).filter(({ shownFromMs }) => shownFromMs <= nowMs);
  }

  find(reference: string, id: string): Sent | undefined {
    return this.#byReference.get(reference)?.find((one) => one.id === id);
  }
}

/** As it is shown: one that came back stays done until the statement says so. */
export function show(sent: Sent): SeenTransfer {
  if (sent.state === 'done' || sent.state === 'returned') sent.isArrivalShown = true;
  const state = sent.state === 'returned' ? 'done' : sent.state;
  return {
    providerId: sent.id,
    state,
    amountCents: sent.amountCents,
    endToEndId: null,
    receiptUrl: null,
    feeCents: TRANSFER_FEE_CENTS,
  };
}

export function showReturned(sent: Sent): SeenTransfer {
  const shown = show(sent);
  sent.isReturnShown = true;
  return { ...shown, state: 'returned', feeCents: null };
}
