import { optionLabel } from '@estampa/kernel/option-label';
import type { Asset, CatalogVariant, Option } from './product-state.ts';

/** The selectors of a product page: active values, and deactivated ones that a SKU on sale still has. */
export function assetDefinitions(assets: readonly Asset[], onSale: readonly CatalogVariant[]) {
  const used = new Set(onSale.flatMap(({ assets: choice }) => Object.entries(choice).map(pairKey)));
  const shown = assets.filter((asset) => asset.isActive || used.has(pairKey([asset.key, asset.value])));
  return [...Map.groupBy(shown, ({ key }) => key)].map(([key, group]) => ({
    key,
    label: preferActive(group).find(({ keyLabelPt }) => keyLabelPt !== undefined)?.keyLabelPt ?? key,
    values: [...Map.groupBy(group, ({ value }) => value)].map(([value, same]) => ({
      value,
      label: optionLabel({ [key]: value }, same),
    })),
  }));
}

export const optionDefinitions = (options: readonly Option[]) =>
  options
    .filter(({ isActive }) => isActive)
    .map(({ key, labelPt, inputType, displayBehavior, required, values }) => ({
      key,
      label: labelPt,
      inputType,
      displayBehavior,
      required,
      values: values
        .filter(({ isActive }) => isActive)
        .map(({ value, labelPt: label, hexColor }) => ({ value, label, hexColor: hexColor ?? null })),
    }));

const preferActive = (assets: readonly Asset[]): Asset[] =>
  assets.toSorted((one, other) => Number(other.isActive) - Number(one.isActive));

const pairKey = ([key, value]: [string, string]): string => `${key}=${value}`;
