import type { EntityManager } from '@mikro-orm/postgresql';
import { mustBeSeller } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { findArtwork } from '../db/find-artwork.ts';
import { RenderRow } from '../db/render.entity.ts';
import { TemplateRow } from '../db/template.entity.ts';

export type RenderWithOptions = { render: RenderRow; options: Record<string, string> | null };

/** The latest render on each template, newest first. */
export async function listRenders(
  { em, caller }: Context,
  { artworkId, templateIds }: { artworkId: string; templateIds: readonly string[] },
): Promise<RenderWithOptions[]> {
  const artwork = await findArtwork(em, artworkId);
  mustBeSeller(caller, artwork.sellerProfileId);
  const onTemplates = templateIds.length === 0 ? {} : { templateId: { $in: [...templateIds] } };
  const renders = await em.find(
    RenderRow,
    { artworkId, ...onTemplates },
    { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] },
  );
  return withOptions(em, renders);
}

async function withOptions(em: EntityManager, renders: RenderRow[]): Promise<RenderWithOptions[]> {
  const templates = await em.find(TemplateRow, { id: { $in: renders.map(({ templateId }) => templateId) } });
  const optionsOf = new Map(templates.map(({ id, options }) => [id, options]));
  return renders.map((render) => ({ render, options: optionsOf.get(render.templateId) ?? null }));
}
