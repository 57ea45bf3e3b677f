import { float, key, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { Placement } from '../../domain/placement.ts';

export const placement = table('placement', {
  artworkId: key(uuid),
  templateId: key(text),
  x: float,
  y: float,
  scale: float,
  rotation: float,
  updatedAt: timestamp,
});

export type PlacementRow = RowOf<typeof placement.columns>;

null as unknown as PlacementRow satisfies Placement;
