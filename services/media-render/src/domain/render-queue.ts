/** Why an image is to be made: it was requested, or what stands is out of date. */
export const RENDER_REASONS = ['requested', 'outdated'] as const;
export type RenderReason = (typeof RENDER_REASONS)[number];

/** About as long as one image takes: so much later than a seller's request before it is the next one due. */
export const REQUEST_INTERVAL_MS = 2_000;
/** What is out of date can wait for what was requested after it, but not for ever. */
export const OUTDATED_DELAY_MS = 30_000;
/** What one seller may have waiting. */
export const REQUESTS_PER_SELLER_MAX = 500;
/**
 * Longer than waiting for another replica's image and making one in a few colours may take; after it another replica may try, and
 * waits where the lease of the render says that it is being made.
 */
export const CLAIM_MS = 60_000;
/** After so many failures a request is shown as failed, and its seldom retries raise an alert. */
export const TRIES_MAX = 6;

const FIRST_PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 60 * 60_000;
/** Until a busy service may have room again. */
export const BUSY_PAUSE_MS = 2_000;

/** Milliseconds to wait after so many failures; it is tried for ever. */
export const pauseAfter = (tries: number): number => Math.min(FIRST_PAUSE_MS * 4 ** (tries - 1), PAUSE_MAX_MS);
