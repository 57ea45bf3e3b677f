import { type AssetDictionary, inKeyOrder } from './combinations.ts';

export type AssetLabel = { key: string; value: string; labelPt: string; isActive: boolean };

/** What the buyer reads: the asset values' labels, asset keys in alphabetical order. A deleted asset keeps its label. */
export function optionLabel(assets: AssetDictionary, labels: readonly AssetLabel[]): string {
  const labelOf = (key: string, value: string) => {
    const same = labels.filter((label) => label.key === key && label.value === value);
    return (same.find(({ isActive }) => isActive) ?? same.at(-1))?.labelPt ?? value;
  };
  return inKeyOrder(assets)
    .map(([key, value]) => labelOf(key, value))
    .join(' / ');
}
