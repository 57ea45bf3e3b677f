import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ImageFormat } from '../domain/image.ts';

/** Of which record a file is to become part: an artwork, a template, or the profile of a seller. */
const UploadSchema = defineEntity({
  name: 'UploadRow',
  tableName: 'upload',
  properties: {
    key: p.text().primary(),
    format: p.text().$type<ImageFormat>(),
    sizeBytes: p.integer(),
    expiresAt: p.datetime(),
    createdAt: p.datetime(),
    completedAt: p.datetime().strictNullable(),
    artworkId: p.uuid().strictNullable(),
    sellerProfileId: p.uuid().strictNullable(),
    fileVersion: p.integer().strictNullable(),
    templateId: p.text().strictNullable(),
    imageKind: p.text().strictNullable(),
  },
});

export class UploadRow extends UploadSchema.class {}
UploadSchema.setClass(UploadRow);
