/** How a value of an asset is called. */
export type AssetLabel = { key: string; value: string; labelPt: string; isActive: boolean };

const SEPARATOR = ' / ';

/**
 * What the buyer reads of a variant's choice: the labels of its values, by the alphabetical order of their keys (by code unit, so that
 * it is the same on every machine). Of labels for one value the active one counts, else the last; a value without one stands for itself.
 */
export const optionLabel = (choice: Readonly<Record<string, string>>, labels: readonly AssetLabel[]): string =>
  Object.entries(choice)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => labelOf(labels.filter((label) => label.key === key && label.value === value)) ?? value)
    .join(SEPARATOR);

const labelOf = (same: readonly AssetLabel[]): string | undefined =>
  (same.find(({ isActive }) => isActive) ?? same.at(-1))?.labelPt;
