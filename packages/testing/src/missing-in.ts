import type { Json } from '@estampa/stack/demo/api';

/** The first thing of one value that another lacks or has otherwise; null when it has all, and perhaps more fields. */
export function missingIn(before: Json, after: Json, path = 'response'): string | null {
  const isEach = [before, after].every((value) => typeof value === 'object' && value !== null);
  if (!isEach || Array.isArray(before) !== Array.isArray(after))
    return before === after ? null : `${path} was ${JSON.stringify(before)} and is ${JSON.stringify(after)}`;
  if (Array.isArray(before) && before.length !== after.length)
    return `${path} had ${before.length} entries and has ${after.length}`;
  for (const name of Object.keys(before)) {
    const missing = missingIn(before[name], after[name], `${path}.${name}`);
    if (missing !== null) return missing;
  }
  return null;
}
