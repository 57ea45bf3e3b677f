/* The limits of every driver. */

export const CONNECTION_TIMEOUT_MS = 3_000;
export const REQUEST_TIMEOUT_MS = 15_000;
/** The longest wait between two attempts to reach a lost Kafka. */
export const LONGEST_RETRY_MS = 2_000;
export const KEEP_ALIVE_MS = 60_000;
/** The next fetch of all partitions waits for those being applied so long, then those are passed over until they are done. */
export const DEADLINE_MS = 200;
/** How long to wait for Kafka's response to a disconnect. */
export const LAST_WORDS_MS = 2_000;

/** What Kafka says of a record itself and will say again: too large for the topic, or malformed. */
export const REJECTIONS: readonly string[] = [
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'INVALID_TIMESTAMP',
];
