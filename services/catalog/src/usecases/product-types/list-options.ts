import { newestFirst } from '@estampa/kernel/page';
import type { Context } from '../../context.ts';
import { OptionRow } from '../../db/option.entity.ts';
import type { OptionWithValues } from '../../db/option-statements.ts';
import { withValues } from '../../db/product-type-parts.ts';
import { partsOfType, type PartsWindow } from './parts-of-type.ts';

export async function listOptions(context: Context, window: PartsWindow): Promise<[OptionWithValues[], number]> {
  const where = await partsOfType(context, window);
  const [options, total] = await context.em.findAndCount(OptionRow, where, newestFirst(window.page));
  return [await withValues(context.em, options, { onlyActive: !window.includeInactive }), total];
}
