import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Placement } from '../domain/placement.ts';
import type { PrintArea } from '../domain/print-quality.ts';
import type { RenderStatus } from '../domain/render.ts';

/** The latest render of an artwork on a template: its image, as it stands in storage, and the work under way. */
const RenderSchema = defineEntity({
  name: 'RenderRow',
  tableName: 'render',
  properties: {
    artworkId: p.uuid().primary(),
    templateId: p.text().primary(),
    id: p.uuid(),
    status: p.text().$type<RenderStatus>(),
    artworkVersion: p.integer(),
    /** Null for images from before it was kept. */
    templateRevision: p.integer().strictNullable(),
    /** Digest of all that the image was made from; null before the first image. */
    inputHash: p.text().strictNullable(),
    key: p.text().strictNullable(),
    placement: p.json().$type<Placement & { updatedAt: string }>(),
    /** As it was when the image was made; null for images from before this was recorded. */
    printArea: p.json().$type<PrintArea | null>().strictNullable(),
    widthPx: p.integer(),
    heightPx: p.integer(),
    error: p.text().strictNullable(),
    /** Who works on a new image, and until when that may be believed. */
    leaseId: p.uuid().strictNullable(),
    leaseUntil: p.datetime().strictNullable(),
    /** Removed for good with a product. The row stays, since its version must go on growing when the pair is rendered again. */
    isDeleted: p.boolean(),
    version: p.integer(),
    createdAt: p.datetime(),
  },
});

export class RenderRow extends RenderSchema.class {}
RenderSchema.setClass(RenderRow);
