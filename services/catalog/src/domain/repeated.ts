import type { FieldError } from '@estampa/kernel/errors';

/** What is named a second time. */
export function repeated(ids: readonly string[], pathOf: (index: number) => string): FieldError[] {
  const seen = new Set<string>();
  return ids.flatMap((id, index) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [{ path: pathOf(index), code: 'duplicate', message: 'is given twice' }];
  });
}
