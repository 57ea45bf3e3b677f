/** Limits of what the printer of a product type may ask: checked by the gateway, and again by catalog. */
export const MIN_DPI_MAX = 1_200;
export const MIN_LINE_MAX_MM = 10;
/** Where a type says nothing of it: below, a print is visibly coarse. */
export const MIN_DPI = 150;
