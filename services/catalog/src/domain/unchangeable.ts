import type { FieldError } from '@estampa/kernel/errors';

/** What names a record may be sent back as it is, never changed. */
export const unchangeable = <K extends string>(
  record: Readonly<Record<K, string>>,
  wanted: { readonly [N in K]?: string | null },
  names: readonly K[],
): FieldError[] =>
  names
    .filter((name) => wanted[name] !== undefined && wanted[name] !== record[name])
    .map((path) => ({ path, code: 'immutable', message: 'cannot be changed' }));
