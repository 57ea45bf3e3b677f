import type { EntityManager } from '@mikro-orm/postgresql';
import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { ArtworkRow } from '../db/artwork.entity.ts';
import { RenderRow } from '../db/render.entity.ts';
import { TemplateRow } from '../db/template.entity.ts';

export type RenderWithOptions = { render: RenderRow; options: Record<string, string> | null };

/** The latest render on each template, newest first. */
export async function listRenders(
  { em, caller }: Context,
  { artworkIds, templateIds }: { artworkIds: readonly string[]; templateIds: readonly string[] },
): Promise<RenderWithOptions[]> {
  const artworks = await em.find(ArtworkRow, { id: { $in: artworkIds.filter(isUuid) } });
  const unknown = artworkIds.find((id) => !artworks.some((artwork) => artwork.id === id));
  if (unknown !== undefined) throw notFound('artwork', unknown);
  for (const { sellerProfileId } of artworks) mustBeSeller(caller, sellerProfileId);
  const onTemplates = templateIds.length === 0 ? {} : { templateId: { $in: [...templateIds] } };
  const renders = await em.find(
    RenderRow,
    { artworkId: { $in: [...artworkIds] }, ...onTemplates },
    { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] },
  );
  return withOptions(em, renders);
}

async function withOptions(em: EntityManager, renders: RenderRow[]): Promise<RenderWithOptions[]> {
  const templates = await em.find(TemplateRow, { id: { $in: renders.map(({ templateId }) => templateId) } });
  const optionsOf = new Map(templates.map(({ id, options }) => [id, options]));
  return renders.map((render) => ({ render, options: optionsOf.get(render.templateId) ?? null }));
}
