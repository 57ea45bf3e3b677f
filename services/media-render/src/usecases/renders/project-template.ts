import type { TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import type { Template } from '@estampa/contracts/catalog/v1/template';
import { FLAT_SURFACE, isFlatSurface, PRINT_BLENDS, type Surface } from '@estampa/kernel/surface';
import { areaOf } from '@estampa/kernel/surface-areas';
import { warpOf } from '@estampa/kernel/warp-parts';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import type { TemplateRow } from '../../db/tables/template.ts';
import { templates } from '../../db/template-repository.ts';
import type { TemplateColours } from '../../domain/template.ts';
import { REPLACED_RETENTION_MS } from '../../domain/upload.ts';
import { FIND_OUTDATED } from './find-outdated.ts';

/** The catalog's templates as composing needs them; an older event never replaces a newer one. */
export async function projectTemplate(
  { em, now, wake }: Context,
  { template, version }: TemplateChanged,
  { payload }: ReceivedEvent,
): Promise<void> {
  const replaced = await templates.save(em, rowOf(template!, version), payload);
  wake(FIND_OUTDATED);
  const dueAt = new Date(now().getTime() + REPLACED_RETENTION_MS);
  discardedObjects.insert(em, replaced, dueAt);
}

const rowOf = (
  { id, productTypeId, options, printArea, sourceImage, images, isActive, revision, ...template }: Template,
  version: number,
): TemplateRow => ({
  id,
  productTypeId,
  options: options?.values ?? null,
  printArea: printArea ?? null,
  sourceImage: sourceImage ?? null,
  printWidthMm: template.printWidthMm ?? null,
  bleedMm: template.bleedMm,
  safeMm: template.safeMm,
  surface: surfaceOf(template),
  colours: coloursOf(template),
  areas: template.areas.length > 0 ? template.areas.map(areaOf) : null,
  images: images.map(({ kind, key, widthPx, heightPx }) => ({ kind, key, widthPx, heightPx })),
  isActive,
  revision,
  version,
});

/** What an earlier catalog does not say is flat; a blend of a later one is not known here. */
function surfaceOf({
  warp,
  displacement,
  blend,
  inkOpacity = FLAT_SURFACE.inkOpacity,
  underbase,
}: Pick<Template, 'warp' | 'displacement' | 'blend' | 'inkOpacity' | 'underbase'>): Surface | null {
  const known = PRINT_BLENDS.find((one) => one === blend) ?? FLAT_SURFACE.blend;
  const bent = { warp: warp ? warpOf(warp) : null, displacement: displacement ?? null };
  const surface = { ...bent, blend: known, inkOpacity, underbase };
  return isFlatSurface(surface) ? null : surface;
}

const coloursOf = ({ colourMask, colours }: Pick<Template, 'colourMask' | 'colours'>): TemplateColours | null =>
  colourMask
    ? { option: colourMask.option, values: colours.map(({ value, hexColor }) => ({ value, hexColor })) }
    : null;
