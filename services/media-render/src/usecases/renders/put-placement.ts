import { notFound } from '@estampa/kernel/errors';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { PlacementRow } from '../../db/placement.entity.ts';
import { TemplateRow } from '../../db/template.entity.ts';
import { checkedPlacement, type Placement } from '../../domain/placement.ts';
import { getArtwork } from '../artworks/get-artwork.ts';

type Input = { artworkId: string; templateId: string; placement: Placement };

/** Keeps where an artwork lies on a template that can be rendered, also where it does not fit yet. */
export async function putPlacement(
  context: Context,
  { artworkId, templateId, placement: requested }: Input,
): Promise<TransactionBody<PlacementRow>> {
  const placement = checkedPlacement(requested);
  await getArtwork(context, artworkId);
  const template = await context.em.findOne(TemplateRow, { id: templateId, isActive: true });
  if (!template) throw notFound('template', templateId);
  return (tx) => tx.upsert(PlacementRow, { artworkId, templateId, ...placement, updatedAt: context.now() });
}
