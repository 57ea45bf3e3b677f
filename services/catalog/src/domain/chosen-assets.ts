import { DomainError, type FieldError } from '@estampa/kernel/errors';
import type { AssetDictionary } from './combinations.ts';
import { invalidFields } from './rejections.ts';

type Asset = { id: string; productTypeId: string; key: string; value: string; isActive: boolean };

/** The dictionary of a variant made of chosen assets; rejects with every problem of the choice. */
export function chosenAssets(ids: readonly string[], found: readonly Asset[], productTypeId: string): AssetDictionary {
  const byId = new Map(found.map((asset) => [asset.id, asset]));
  const assets: AssetDictionary = {};
  const wrong = ids.flatMap((id, index): FieldError[] => {
    const asset = byId.get(id);
    const path = `assetIds[${index}]`;
    if (asset?.productTypeId !== productTypeId) {
      return [{ path, code: 'unknown_reference', message: 'names no asset that can be used here' }];
    }
    if (!asset.isActive) return [{ path, code: 'inactive', message: `names an asset that is inactive` }];
    if (Object.hasOwn(assets, asset.key)) {
      return [{ path, code: 'duplicate_key', message: `is a second asset with the key ${asset.key}` }];
    }
    assets[asset.key] = asset.value;
    return [];
  });
  if (wrong.length === 0) return assets;
  throw wrong.every(({ code }) => code === 'unknown_reference') ? unknownReferences(wrong) : invalidFields(wrong);
}

export const unknownReferences = (fields: readonly FieldError[]): DomainError =>
  new DomainError('invalid', 'unknown_reference', `${fields[0]!.path} ${fields[0]!.message}`, { fields });
