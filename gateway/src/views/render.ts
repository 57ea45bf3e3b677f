import type { Render } from '@estampa/contracts/media/v1/render';
import { z } from 'zod';
import type { ImageUrl } from './image-url.ts';
import { id, iso, timestamp, url, shownDictionary } from '../routes/schemas.ts';
import { PlacementJson, placementView } from './placement.ts';
import type { View } from './view.ts';

export const RenderJson = z
  .object({
    id,
    artworkId: id,
    artworkVersion: z.int(),
    templateId: z.string(),
    url: url.nullable(),
    options: shownDictionary.nullable(),
    status: z.enum(['pending', 'rendering', 'rendered', 'failed']).meta({ id: 'RenderStatus' }),
    placement: PlacementJson,
    widthPx: z.int(),
    heightPx: z.int(),
    error: z.string().nullable(),
    createdAt: timestamp,
    stale: z.boolean().describe('The artwork has a newer file, or the template other pictures, than it was made of'),
    effectiveDpi: z
      .int()
      .nullable()
      .describe('Of the artwork as placed; null where the template does not say how wide it is printed'),
  })
  .meta({ id: 'Render' });

export const renderView = (
  render: Render,
  imageUrl: ImageUrl,
): View<Render, typeof RenderJson, 'imageKey' | 'isStale' | 'printArea'> => ({
  id: render.id,
  artworkId: render.artworkId,
  artworkVersion: render.artworkVersion,
  templateId: render.templateId,
  url: render.imageKey === '' ? null : imageUrl(render.imageKey),
  options: render.options?.values ?? null,
  status: render.status as z.input<typeof RenderJson>['status'],
  placement: placementView(render.placement!),
  widthPx: render.widthPx,
  heightPx: render.heightPx,
  error: render.error ?? null,
  createdAt: iso(render.createdAt!),
  stale: render.isStale,
  effectiveDpi: render.effectiveDpi ?? null,
});
