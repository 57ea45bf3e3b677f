import { newestFirst } from '@estampa/kernel/page';
import type { Context } from '../../context.ts';
import { VariantRow } from '../../db/variant.entity.ts';
import { partsOfType, type PartsWindow } from '../product-types/parts-of-type.ts';

export async function listVariants(context: Context, window: PartsWindow): Promise<[VariantRow[], number]> {
  return context.em.findAndCount(VariantRow, await partsOfType(context, window), newestFirst(window.page));
}
