import type { ProductTypeChanged } from '@estampa/contracts/catalog/v1/events';
import type { Context } from '../../context.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { pressProfiles } from '../../db/press-profile-repository.ts';
import { ORDERED_RETENTION_MS } from '../../domain/upload.ts';

/**
 * Which profile each product type is printed with; an older event never replaces a newer one. The one before stays for as long as an
 * order that froze it may be paid, and for good once one is.
 */
export async function projectProductType(
  { em, now }: Context,
  { productType, version }: ProductTypeChanged,
): Promise<void> {
  const { id: productTypeId, pressProfile } = productType!;
  const replaced = await pressProfiles.save(em, { productTypeId, key: pressProfile?.key ?? null, version });
  const dueAt = new Date(now().getTime() + ORDERED_RETENTION_MS);
  if (replaced.length > 0) discardedObjects.insert(em, replaced, dueAt);
}
