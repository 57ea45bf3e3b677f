import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { UploadRow } from './upload.entity.ts';

const NEW_UPLOAD = statement(
  `insert into upload (key, format, size_bytes, expires_at, created_at, artwork_id, seller_profile_id, file_version, image_kind)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  {},
);

type NewUpload = Pick<UploadRow, 'key' | 'format' | 'sizeBytes' | 'expiresAt' | 'createdAt'> &
  Partial<Pick<UploadRow, 'artworkId' | 'sellerProfileId' | 'fileVersion' | 'imageKind'>>;

/** An upload that is expected. */
export const saveUpload = (tx: EntityManager, upload: NewUpload): void =>
  NEW_UPLOAD.onCommit(tx, [
    upload.key,
    upload.format,
    upload.sizeBytes,
    upload.expiresAt,
    upload.createdAt,
    upload.artworkId ?? null,
    upload.sellerProfileId ?? null,
    upload.fileVersion ?? null,
    upload.imageKind ?? null,
  ]);

const COMPLETE = statement(
  'update upload set completed_at = $2 where key = $1 and completed_at is null returning key',
  { key: text },
);

/** True for the first who completes it. */
export const completeUpload = async (tx: EntityManager, key: string, now: Date): Promise<boolean> =>
  (await COMPLETE.first(tx, [key, now])) !== undefined;
