/**
 * All members of T are required, also those that may be undefined: a mapper that returns it stops the type check when
 * a field is added, however optional, until it decides about it.
 */
export type AllFields<T> = { [K in keyof Required<Named<T>>]: Named<T>[K] };

/** Rows have members of symbols too, which belong to the object mapper. */
type Named<T> = Pick<T, keyof T & string>;
