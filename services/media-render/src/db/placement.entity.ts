import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Placement } from '../domain/placement.ts';

const PlacementSchema = defineEntity({
  name: 'PlacementRow',
  tableName: 'placement',
  properties: {
    artworkId: p.uuid().primary(),
    templateId: p.text().primary(),
    x: p.float(),
    y: p.float(),
    scale: p.float(),
    rotation: p.float(),
    updatedAt: p.datetime(),
  },
});

export class PlacementRow extends PlacementSchema.class {}
PlacementSchema.setClass(PlacementRow);

null as unknown as PlacementRow satisfies Placement;
