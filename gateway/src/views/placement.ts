import type { Placement } from '@estampa/contracts/media/v1/artwork';
import { mockupOf, surfaceOf } from '@estampa/kernel/mockup-name';
import { z } from 'zod';
import { id, iso, timestamp } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const PlacementJson = z
  .object({
    artworkId: id.describe('What is placed'),
    templateId: z.string().describe('What it lies on'),
    surface: z.string().nullable().describe('On which further surface of the template; null: on its own print area'),
    x: z.number().describe('Left edge of the artwork before it is turned, in pixels of the source image'),
    y: z.number().describe('Upper edge of the artwork before it is turned, in pixels of the source image'),
    scale: z.number().describe('1 shows a pixel of the artwork as a pixel of the source image'),
    rotation: z.number().describe('Degrees, clockwise, about the centre of the scaled artwork'),
    updatedAt: timestamp.describe('When it was last placed'),
  })
  .meta({ id: 'Placement' });

export const placementView = (placement: Placement): View<Placement, typeof PlacementJson> => ({
  artworkId: placement.artworkId,
  templateId: mockupOf(placement.templateId).templateId,
  surface: surfaceOf(placement.templateId),
  x: placement.x,
  y: placement.y,
  scale: placement.scale,
  rotation: placement.rotation,
  updatedAt: iso(placement.updatedAt!),
});
