import { newestFirst } from '@estampa/kernel/page';
import type { Context } from '../../context.ts';
import { AssetRow } from '../../db/asset.entity.ts';
import { partsOfType, type PartsWindow } from './parts-of-type.ts';

export async function listAssets(context: Context, window: PartsWindow): Promise<[AssetRow[], number]> {
  return context.em.findAndCount(AssetRow, await partsOfType(context, window), newestFirst(window.page));
}
