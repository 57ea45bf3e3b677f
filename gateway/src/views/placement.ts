import type { Placement } from '@estampa/contracts/media/v1/artwork';
import { z } from 'zod';
import { id, iso, timestamp } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const PlacementJson = z
  .object({
    artworkId: id,
    templateId: z.string(),
    x: z.number(),
    y: z.number(),
    scale: z.number(),
    rotation: z.number(),
    updatedAt: timestamp,
  })
  .meta({ id: 'Placement' });

export const placementView = (placement: Placement): View<Placement, typeof PlacementJson> => ({
  artworkId: placement.artworkId,
  templateId: placement.templateId,
  x: placement.x,
  y: placement.y,
  scale: placement.scale,
  rotation: placement.rotation,
  updatedAt: iso(placement.updatedAt!),
});
