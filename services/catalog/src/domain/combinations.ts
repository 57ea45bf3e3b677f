export type AssetChoice = { key: string; value: string };
export type AssetDictionary = Record<string, string>;

/** How many variants the full cartesian product has, known without making it. */
export const countCombinations = (assets: readonly AssetChoice[]): number =>
  assets.length === 0 ? 0 : valuesByKey(assets).reduce((count, [, values]) => count * values.length, 1);

/** Every combination of one value per key. Keys in alphabetical order, values in the order given. */
export function combinations(assets: readonly AssetChoice[]): AssetDictionary[] {
  if (assets.length === 0) return [];
  return valuesByKey(assets).reduce<AssetDictionary[]>(
    (partial, [key, values]) => partial.flatMap((chosen) => values.map((value) => ({ ...chosen, [key]: value }))),
    [{}],
  );
}

/** Equal for exactly equal dictionaries, whatever the order of their keys. */
export const identityOf = (assets: AssetDictionary): string => JSON.stringify(inKeyOrder(assets));

/** Alphabetical by code unit, so that the order is the same on every machine. */
export const inKeyOrder = (assets: AssetDictionary): [string, string][] =>
  Object.entries(assets).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** Whether a variant has a value for each of these keys, and no other. */
export const hasExactlyKeys = (assets: AssetDictionary, keys: readonly string[]): boolean => {
  const wanted = new Set(keys);
  const own = Object.keys(assets);
  return own.length === wanted.size && own.every((key) => wanted.has(key));
};

/** Total length of all combinations, keys and values, computed without making them. */
export const writtenCharacters = (assets: readonly AssetChoice[]): number => {
  const count = countCombinations(assets);
  return valuesByKey(assets).reduce((sum, [key, values]) => {
    const ofValues = values.reduce((characters, value) => characters + value.length, 0);
    return sum + count * key.length + (count / values.length) * ofValues;
  }, 0);
};

const valuesByKey = (assets: readonly AssetChoice[]): [string, string[]][] =>
  [...Map.groupBy(assets, ({ key }) => key)]
    .map(([key, group]): [string, string[]] => [key, group.map(({ value }) => value)])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
