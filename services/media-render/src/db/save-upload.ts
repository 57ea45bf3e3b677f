import { statement, text } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { UploadRow } from './upload.entity.ts';

const NEW_UPLOAD = statement(
  `with expected as (delete from discarded_object where key = $1)
   insert into upload (key, format, size_bytes, expires_at, created_at, artwork_id, seller_profile_id, file_version, image_kind)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (key) do update set
     size_bytes = excluded.size_bytes, expires_at = excluded.expires_at, created_at = excluded.created_at
   where upload.completed_at is null
   returning key`,
  { key: text },
);

type NewUpload = Pick<UploadRow, 'key' | 'format' | 'sizeBytes' | 'expiresAt' | 'createdAt'> &
  Partial<Pick<UploadRow, 'artworkId' | 'sellerProfileId' | 'fileVersion' | 'imageKind'>>;

/** An upload that is expected, also where one was given up before; false when one was completed under this key already. */
export async function saveUpload(tx: EntityManager, upload: NewUpload): Promise<boolean> {
  const saved = await NEW_UPLOAD.first(tx, [
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
  return saved !== undefined;
}

const COMPLETE = statement(
  'update upload set completed_at = $2 where key = $1 and completed_at is null returning key',
  { key: text },
);

/** True for the first who completes it. */
export const completeUpload = async (tx: EntityManager, key: string, now: Date): Promise<boolean> =>
  (await COMPLETE.first(tx, [key, now])) !== undefined;
