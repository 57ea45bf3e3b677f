/** Of what a provider tells us in one notification: refused at the edge, and again by who keeps it. */
export const NOTICE_MAX_BYTES = 64 * 1024;
