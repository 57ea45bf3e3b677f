import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ArtworkStatus } from '../domain/artwork.ts';
import type { ImageFormat } from '../domain/image.ts';

const ArtworkSchema = defineEntity({
  name: 'ArtworkRow',
  tableName: 'artwork',
  properties: {
    id: p.uuid().primary(),
    sellerProfileId: p.uuid(),
    title: p.text(),
    slug: p.text(),
    description: p.text().strictNullable(),
    tags: p.json().$type<string[]>(),
    status: p.text().$type<ArtworkStatus>(),
    /** Of the original file: 1, 2, ... */
    fileVersion: p.integer(),
    widthPx: p.integer(),
    heightPx: p.integer(),
    format: p.text().$type<ImageFormat>(),
    sizeBytes: p.integer(),
    contentHash: p.text(),
    /** What storage calls this very content; a file changed later has another. */
    originalEtag: p.text(),
    workingWidthPx: p.integer(),
    workingHeightPx: p.integer(),
    dominantColor: p.text(),
    /** Another artwork of the seller whose file is the same, byte for byte. */
    duplicateOf: p.uuid().strictNullable(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export class ArtworkRow extends ArtworkSchema.class {}
ArtworkSchema.setClass(ArtworkRow);
