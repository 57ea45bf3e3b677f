/**
 * All members of T must be said, also those that may be undefined: a mapper that gives a Whole stops the type check when
 * somebody adds a field, however optional, until it decides about it.
 */
export type AllFields<T> = { [K in keyof Required<Named<T>>]: Named<T>[K] };

/** Rows have members of symbols too, which belong to the object mapper. */
type Named<T> = Pick<T, keyof T & string>;
