import type { Placement } from '@estampa/contracts/media/v1/artwork';
import { RenderChanged } from '@estampa/contracts/media/v1/events';
import type { PrintArea as PrintAreaMessage } from '@estampa/contracts/media/v1/print_area';
import { type ColourImage, Render } from '@estampa/contracts/media/v1/render';
import type { ShownPrint as ShownPrintMessage } from '@estampa/contracts/media/v1/shown_print';
import type { AllFields } from '@estampa/kernel/all-fields';
import { colourImages } from '@estampa/kernel/image-sizes';
import { areaName, mockupOf } from '@estampa/kernel/mockup-name';
import { appendEvent } from '@estampa/kit/events/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { RenderWithOptions, ShownRender } from '../db/latest-renders.ts';
import type { PlacementRow } from '../db/tables/placement.ts';
import type { RenderRow } from '../db/tables/render.ts';
import type { ShownPrint } from '../domain/render.ts';
import { effectiveDpi, type PrintArea } from '../domain/print-quality.ts';

type Options = Record<string, string> | null;

/** The key carries a digest of all that the image was made from, so a cache never shows an older one. */
export const renderMessage = (row: ShownRender, options: Options, isStale = false): AllFields<Render> => ({
  id: row.id,
  artworkId: row.artworkId,
  artworkVersion: row.artworkVersion,
  templateId: row.templateId,
  imageKey: row.key === null ? '' : `${row.key}?v=${row.inputHash}`,
  options: options ? { values: options } : undefined,
  status: row.status,
  placement: {
    artworkId: row.artworkId,
    templateId: mockupOf(row.templateId).templateId,
    ...row.placement,
    updatedAt: new Date(row.placement.updatedAt),
  },
  widthPx: row.widthPx,
  heightPx: row.heightPx,
  error: row.error ?? undefined,
  createdAt: row.createdAt,
  isStale,
  printArea: row.printArea ? printAreaMessage(row.printArea) : undefined,
  effectiveDpi: (row.printArea && effectiveDpi(row.printArea, row.placement)) ?? undefined,
  colours: colourMessages(row),
  others: (row.others ?? []).map((shown) => otherMessage(row, shown)),
});

const otherMessage = (row: ShownRender, shown: ShownPrint): AllFields<ShownPrintMessage> => ({
  surface: shown.surface,
  artworkId: shown.artworkId,
  artworkVersion: shown.artworkVersion,
  placement: {
    artworkId: shown.artworkId,
    templateId: areaName(mockupOf(row.templateId).templateId, shown.surface),
    ...shown.placement,
    updatedAt: new Date(row.placement.updatedAt),
  },
  printArea: printAreaMessage(shown.printArea),
  effectiveDpi: effectiveDpi(shown.printArea, shown.placement) ?? undefined,
});

/** One for each of the images; none where there is only one, of the photo's colour. */
function colourMessages({ key, colours, inputHash }: ShownRender): AllFields<ColourImage>[] {
  if (key === null || colours === null) return [];
  const keys = colourImages(`${key}?v=${inputHash}`);
  return colours.values.map((value, at) => ({
    imageKey: keys[at]!,
    options: { values: { [colours.option]: value } },
  }));
}

/** A render as it is listed. */
export const listedRenderMessage = ({ render, options, isStale }: RenderWithOptions): AllFields<Render> =>
  renderMessage(render, options, isStale);

const printAreaMessage = ({ bounds, widthMm, bleedMm }: PrintArea): AllFields<PrintAreaMessage> => ({
  bleedMm,
  bounds,
  widthMm: widthMm ?? undefined,
});

export const placementMessage = (row: PlacementRow): AllFields<Placement> => ({
  artworkId: row.artworkId,
  templateId: row.templateId,
  x: row.x,
  y: row.y,
  scale: row.scale,
  rotation: row.rotation,
  updatedAt: row.updatedAt,
});

export type RenderEvent = 'render_rendered' | 'render_failed';

export const publishRender = (
  tx: EntityManager,
  type: RenderEvent,
  { render, options }: { render: ShownRender & Pick<RenderRow, 'version'>; options: Options },
): void =>
  appendEvent(tx, 'media.v1', RenderChanged, {
    type,
    key: `render:${render.artworkId}/${render.templateId}`,
    message: { render: renderMessage(render, options), version: render.version, deleted: false },
  });

/**
 * Publishes that there is no image of this artwork on this template any more. The row must stay, without its image:
 * when the pair is rendered again, its version has to go on growing.
 */
export const publishRenderDeleted = (tx: EntityManager, type: 'render_deleted', row: RenderRow): void => {
  const { id, artworkId, templateId, version } = row;
  appendEvent(tx, 'media.v1', RenderChanged, {
    type,
    key: `render:${artworkId}/${templateId}`,
    message: { render: Render.fromPartial({ id, artworkId, templateId }), version: version + 1, deleted: true },
  });
};
