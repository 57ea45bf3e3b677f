/** Variants of a type that are published in one event, so that a change to one of thousands publishes few. */
export const VARIANTS_PER_PART = 100;

/** In which part the variant stands that is the type's n-th, the first being 0. */
export const partOf = (n: number): number => Math.floor(n / VARIANTS_PER_PART);
