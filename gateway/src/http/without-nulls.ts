type WithoutNulls<T> = { [K in keyof T]: Exclude<T[K], null> };

/** To messages null and absent are the same: absent. */
export const withoutNulls = <T extends object>(value: T): WithoutNulls<T> =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null)) as WithoutNulls<T>;
