/** Sizes that one product type may reach. */
export const ASSETS_PER_TYPE_MAX = 200;
export const OPTIONS_PER_TYPE_MAX = 200;
export const OPTION_VALUES_PER_TYPE_MAX = 200;
export const VARIANTS_PER_TYPE_MAX = 5_000;
/** Active ones of one seller's product. */
export const VARIANTS_PER_PRODUCT_MAX = 5_000;
/** Inactive ones count: nothing of a template ever goes. */
export const TEMPLATES_PER_TYPE_MAX = 200;
/** Keys and values of all variants that are generated at once: they are told, stored and answered together. */
export const VARIANTS_WRITTEN_MAX_CHARACTERS = 2_000_000;
