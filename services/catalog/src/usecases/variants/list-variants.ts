import type { Context } from '../../context.ts';
import type { VariantRow } from '../../db/tables/variant.ts';
import { variants } from '../../db/variant-repository.ts';
import { mustHaveType, type PartsWindow } from '../product-types/parts-of-type.ts';

export async function listVariants(context: Context, window: PartsWindow): Promise<[VariantRow[], number]> {
  await mustHaveType(context, window);
  return variants.findPage(context.em, window, window.page);
}
