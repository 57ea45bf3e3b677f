/** About as long as one picture takes: so much later than a seller's request before it is the next one due. */
export const TURN_MS = 2_000;
/** What one seller may have waiting. */
export const REQUESTS_PER_SELLER_MAX = 500;
/** Longer than waiting for somebody else's picture and making one may take; after it another replica may try. */
export const CLAIM_MS = 60_000;
export const TRIES_MAX = 6;

const FIRST_PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 60_000;

/** Milliseconds to wait after so many tries in vain. */
export const pauseAfter = (tries: number): number => Math.min(FIRST_PAUSE_MS * 4 ** (tries - 1), PAUSE_MAX_MS);
