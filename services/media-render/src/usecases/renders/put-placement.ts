import { notFound } from '@estampa/kernel/errors';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { placements } from '../../db/placement-repository.ts';
import type { PlacementRow } from '../../db/tables/placement.ts';
import { templates } from '../../db/template-repository.ts';
import { checkedPlacement, type Placement } from '../../domain/placement.ts';
import { getArtwork } from '../artworks/get-artwork.ts';

type Input = { artworkId: string; templateId: string; placement: Placement };

/** Stores where an artwork lies on a template that can be rendered, also where it does not fit yet. */
export async function putPlacement(
  context: Context,
  { artworkId, templateId, placement: requested }: Input,
): Promise<TransactionBody<PlacementRow>> {
  const placement = checkedPlacement(requested);
  const { id } = await getArtwork(context, artworkId);
  const template = await templates.find(context.em, templateId);
  if (!template?.isActive) throw notFound('template', templateId);
  return async (tx) => {
    const row = { artworkId: id, templateId, ...placement, updatedAt: context.now() };
    placements.saveAll(tx, [row]);
    return row;
  };
}
