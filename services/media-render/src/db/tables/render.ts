import {
  boolean,
  integer,
  json,
  key,
  nullable,
  oneOf,
  type RowOf,
  text,
  textArray,
  timestamp,
  uuid,
} from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { Placement } from '../../domain/placement.ts';
import type { PrintArea } from '../../domain/print-quality.ts';
import { RENDER_STATUSES, type ShownColours, type ShownPrint } from '../../domain/render.ts';

/** What is shown of a render. */
export const SHOWN_OF_RENDER = {
  artworkId: key(uuid),
  /** Where other artworks are shown on further surfaces, with those (`mockupName`). */
  templateId: key(text),
  id: uuid,
  status: oneOf(RENDER_STATUSES),
  artworkVersion: integer,
  /** Digest of all that the image was made from; null before the first image. */
  inputHash: nullable(text),
  key: nullable(text),
  /** What the image and those beside it show, in their order; null where there is only one. */
  colours: nullable(json<ShownColours>()),
  placement: json<Placement & { updatedAt: string }>(),
  /** As it was when the image was made; null for images from before this was recorded. */
  printArea: nullable(json<PrintArea>()),
  /** What the image shows on further surfaces; null where there is nothing, and before the first image. */
  others: nullable(json<ShownPrint[]>()),
  widthPx: integer,
  heightPx: integer,
  error: nullable(text),
  createdAt: timestamp,
};

/** The latest render of an artwork on a template: its image, as it stands in storage, and the work under way. */
export const render = table('render', {
  ...SHOWN_OF_RENDER,
  /** Null for images from before it was recorded. */
  templateRevision: nullable(integer),
  /** By which a render is found when one of them changes. */
  otherArtworkIds: textArray(text),
  /** Who works on a new image, and until when that may be believed. */
  leaseId: nullable(uuid),
  leaseUntil: nullable(timestamp),
  /** Removed for good with a product. The row stays, since its version must go on growing when the pair is rendered again. */
  isDeleted: boolean,
  version: integer,
});

export type RenderRow = RowOf<typeof render.columns>;
