import type { AssetDictionary } from './combinations.ts';

type Asset = { key: string; value: string; isActive: boolean };

/** The active assets, and those that were deactivated while an active variant has them and no active one replaces them. */
export function inUse<A extends Asset>(
  assets: readonly A[],
  activeVariants: readonly { assets: AssetDictionary }[],
): A[] {
  const active = new Set(assets.filter(({ isActive }) => isActive).map(({ key, value }) => pairKey([key, value])));
  const sold = new Set(activeVariants.flatMap(({ assets: choice }) => Object.entries(choice).map(pairKey)));
  return assets.filter(({ key, value, isActive }) => {
    const pair = pairKey([key, value]);
    return isActive || (sold.has(pair) && !active.has(pair));
  });
}

const pairKey = (pair: [string, string]): string => JSON.stringify(pair);
