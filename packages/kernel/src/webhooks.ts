/** Of what a provider tells us in one notification: rejected at the edge, and again by who keeps it. */
export const WEBHOOK_MAX_BYTES = 64 * 1024;

/** What a notification may call something: a name that no index can hold, or no text, is not read. */
export const WEBHOOK_NAME = /^[\x20-\x7e]{1,200}$/;
