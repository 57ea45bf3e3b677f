import type { PresignedUpload } from '@estampa/contracts/media/v1/presigned_upload';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { auditChanges } from '@estampa/kit/service/audit';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { ProductTypeRow } from '../../db/tables/product-type.ts';
import type { PressProfile } from '../../domain/press-profile.ts';
import { productTypeChanged } from './product-type-changed.ts';

/** Long, as the profile is tried. */
const CHECK_DEADLINE_MS = 28_000;

type File = { productTypeId: string; sizeBytes: number };

/** Where to send a profile; the file is deleted a day later in any case. */
export async function presignPressProfile(
  { em, caller, templateImages }: Context,
  { productTypeId, sizeBytes }: File,
): Promise<PresignedUpload> {
  mustReachAll(caller);
  await productTypes.find(em, productTypeId);
  const { upload } = await templateImages.presignPressProfile({ sizeBytes });
  return upload!;
}

type Uploaded = { productTypeId: string; key: string; name: string };

/** Takes an uploaded profile into use, after media-render has printed with it. */
export async function completePressProfile(
  context: Context,
  { productTypeId, key, name }: Uploaded,
): Promise<TransactionBody<ProductTypeRow>> {
  mustReachAll(context.caller);
  await productTypes.find(context.em, productTypeId);
  const stored = await context.templateImages.storePressProfile({ key }, { deadlineMs: CHECK_DEADLINE_MS });
  return (tx) => save(tx, productTypeId, { name, digest: stored.digest, key: stored.key });
}

/** Repeating it changes nothing. */
export function removePressProfile({ caller }: Context, productTypeId: string): TransactionBody<ProductTypeRow> {
  mustReachAll(caller);
  return (tx) => save(tx, productTypeId, null);
}

async function save(tx: EntityManager, id: string, pressProfile: PressProfile | null): Promise<ProductTypeRow> {
  const { type: before } = await productTypes.lock(tx, 'product type', id);
  if (isSame(before.pressProfile, pressProfile)) return before;
  const type = { ...before, pressProfile };
  await productTypes.saveIfFree(tx, before, type);
  const changes = auditChanges(before, { pressProfile }, { shown: ['pressProfile'] });
  await productTypeChanged(tx, { event: 'product_type_updated', changes }, type);
  return type;
}

const isSame = (one: PressProfile | null, other: PressProfile | null): boolean =>
  one?.name === other?.name && one?.key === other?.key;
