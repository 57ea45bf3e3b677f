import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { artworkReservations } from '../../db/artwork-reservation-repository.ts';

type Input = {
  artworkId: string;
  sellerProductId: string;
  productVersion: number;
  templateIds: readonly string[];
  alsoOn: readonly { artworkId: string; templateId: string }[];
  /** Of a surface other than the first one. */
  isOther: boolean;
};

/** Far longer than it takes to put a product on sale and to receive its event. */
const RESERVATION_MS = 5 * 60_000;

/** Says whether a product may go on sale with this artwork, which then stays active until the event of the sale is received. */
export function holdArtwork(
  { caller, now }: Context,
  input: Input,
): TransactionBody<{ isActive: boolean; isRendered: boolean }> {
  return async (tx) => {
    const until = new Date(now().getTime() + RESERVATION_MS);
    const found = isUuid(input.artworkId)
      ? await artworkReservations.insertIfReady(tx, { ...input, until })
      : undefined;
    if (!found) throw notFound('artwork', input.artworkId);
    mustBeSeller(caller, found.sellerProfileId);
    return { isActive: found.status === 'active', isRendered: found.isRendered };
  };
}
