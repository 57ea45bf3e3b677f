/** Limits of the surfaces of a product type: checked by the gateway, and again by catalog. */
export const SURFACES_PER_TYPE_MAX = 8;
export const SURFACE_KEY = /^[a-z0-9-]{1,30}$/;
export const SURFACE_SIDE_MAX_MM = 10_000;
/** Of one surface, and of all of a type together: with the base cost of a variant, a line of 100 still fits a 32-bit integer. */
export const EXTRA_COST_MAX_CENTS = 10_000_000;

/** Key and name of the surface of whatever is from before surfaces, or says nothing of them. */
export const FRONT = 'front';
export const FRONT_NAME = 'Frente';
