/** Sizes that one product type may reach. */
export const ASSETS_PER_TYPE_MAX = 200;
export const OPTIONS_PER_TYPE_MAX = 200;
export const OPTION_VALUES_PER_TYPE_MAX = 200;
export const VARIANTS_PER_TYPE_MAX = 5_000;
/** Inactive ones count: nothing of a template ever goes. */
export const TEMPLATES_PER_TYPE_MAX = 200;
