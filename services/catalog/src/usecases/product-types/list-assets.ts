import type { Context } from '../../context.ts';
import { assets } from '../../db/asset-repository.ts';
import type { AssetRow } from '../../db/tables/asset.ts';
import { mustHaveType, type PartsWindow } from './parts-of-type.ts';

export async function listAssets(context: Context, window: PartsWindow): Promise<[AssetRow[], number]> {
  await mustHaveType(context, window);
  return assets.findPage(context.em, window, window.page);
}
