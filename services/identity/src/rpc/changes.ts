/** What an update names: a named field that is absent is cleared (null), one that is not named stays out. */
export function changesIn<T extends object, K extends keyof T & string>(
  request: T,
  mask: readonly string[] | undefined,
  fields: readonly K[],
): { [F in K]?: Exclude<T[F], undefined> | null } {
  const named = fields.filter((field) => mask?.includes(field));
  return Object.fromEntries(named.map((field) => [field, request[field] ?? null])) as never;
}
