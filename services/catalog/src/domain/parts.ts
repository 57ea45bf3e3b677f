/** So many variants of a type are published together: a change of one of thousands tells of few. */
export const VARIANTS_PER_PART = 100;

/** In which part the variant stands that is the type's n-th, the first being 0. */
export const partOf = (n: number): number => Math.floor(n / VARIANTS_PER_PART);
