/** Bound of one provider notification: rejected by the gateway, and again by the service that stores it. */
export const WEBHOOK_MAX_BYTES = 64 * 1024;

/** Bound of a notification's ids and event names: a longer one, which no index can store, or none, is not read. */
export const WEBHOOK_NAME = /^[\x20-\x7e]{1,200}$/;
