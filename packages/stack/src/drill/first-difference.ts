import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../demo/api.ts';

/** Where two JSON values part, with what stands there in each; null when they are the same. */
export function firstDifference(before: Json, after: Json, path = ''): string | null {
  if (isDeepStrictEqual(before, after)) return null;
  const isEach = [before, after].every((value) => typeof value === 'object' && value !== null);
  if (!isEach) return `${path} was ${JSON.stringify(before)} and is ${JSON.stringify(after)}`;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of names) {
    const difference = firstDifference(before[name], after[name], path === '' ? name : `${path}.${name}`);
    if (difference !== null) return difference;
  }
  return `${path} is another kind of value`;
}
