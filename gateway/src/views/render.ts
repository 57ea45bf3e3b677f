import type { Render } from '@estampa/contracts/media/v1/render';
import { imageSizes as sizesOf } from '@estampa/kernel/image-sizes';
import { mockupOf } from '@estampa/kernel/mockup-name';
import { z } from 'zod';
import type { ImageUrl } from './image-url.ts';
import { id, imageSizes, iso, timestamp, url, shownDictionary } from '../routes/schemas.ts';
import { PlacementJson, placementView } from './placement.ts';
import type { View } from './view.ts';

export const RenderJson = z
  .object({
    id,
    artworkId: id.describe('What is shown'),
    artworkVersion: z.int().describe('Which file of the artwork it was made of'),
    templateId: z.string().describe('What it is shown on'),
    url: url.nullable().describe('The image; null until it is rendered; ends in ?v= and changes with the image'),
    sizes: imageSizes,
    options: shownDictionary.nullable().describe('The option values that the template shows; null: all'),
    colours: z
      .array(
        z.object({
          options: shownDictionary.describe('The option and the value that it shows'),
          url: url.describe('The image'),
          sizes: imageSizes,
        }),
      )
      .describe('One image for each colour of the template, that of url first; empty where there is only one'),
    status: z
      .enum(['pending', 'rendering', 'rendered', 'failed'])
      .meta({ id: 'RenderStatus' })
      .describe(
        'pending: waits its turn; rendering: being made; rendered: the picture is there; failed: error says why',
      ),
    placement: PlacementJson.describe('Where the artwork lies on it'),
    surfaces: z
      .array(
        z
          .object({
            surface: z.string().describe('Its key in the product type'),
            artworkId: id.describe('What is shown there'),
            artworkVersion: z.int().describe('Which file of the artwork'),
            placement: PlacementJson.describe('Where it lies'),
            effectiveDpi: z.int().nullable().describe('As below'),
          })
          .meta({ id: 'ShownPrint' }),
      )
      .describe('What it shows on further surfaces of the template; empty: nothing'),
    widthPx: z.int().describe('Of the image'),
    heightPx: z.int().describe('Of the image'),
    error: z.string().nullable().describe('Why it could not be made; null otherwise'),
    createdAt: timestamp,
    stale: z.boolean().describe('The artwork has a newer file, or the template other images, than it was made of'),
    effectiveDpi: z
      .int()
      .nullable()
      .describe('Of the artwork as placed; null where the template does not say how wide it is printed'),
  })
  .meta({ id: 'Render' });

export const renderView = (
  render: Render,
  imageUrl: ImageUrl,
): View<Render, typeof RenderJson, 'imageKey' | 'isStale' | 'printArea' | 'others'> => ({
  id: render.id,
  artworkId: render.artworkId,
  artworkVersion: render.artworkVersion,
  templateId: mockupOf(render.templateId).templateId,
  url: render.imageKey === '' ? null : imageUrl(render.imageKey),
  sizes: sizesOf(render.imageKey),
  options: render.options?.values ?? null,
  colours: render.colours.map(({ options, imageKey }) => ({
    options: options?.values ?? {},
    url: imageUrl(imageKey),
    sizes: sizesOf(imageKey),
  })),
  status: render.status as z.input<typeof RenderJson>['status'],
  placement: placementView(render.placement!),
  surfaces: render.others.map((shown) => ({
    surface: shown.surface,
    artworkId: shown.artworkId,
    artworkVersion: shown.artworkVersion,
    placement: placementView(shown.placement!),
    effectiveDpi: shown.effectiveDpi ?? null,
  })),
  widthPx: render.widthPx,
  heightPx: render.heightPx,
  error: render.error ?? null,
  createdAt: iso(render.createdAt!),
  stale: render.isStale,
  effectiveDpi: render.effectiveDpi ?? null,
});
