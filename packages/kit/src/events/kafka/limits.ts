/* What holds for every driver. */

export const CONNECTION_TIMEOUT_MS = 3_000;
export const REQUEST_TIMEOUT_MS = 15_000;
/** How long a lost Kafka is left alone at most between two looks for it. */
export const LONGEST_RETRY_MS = 2_000;
export const KEEP_ALIVE_MS = 60_000;
/** The next fetch of all partitions waits for those being applied so long, then those are passed over until they are done. */
export const DEADLINE_MS = 200;
/** A farewell that Kafka does not answer is not waited for any longer. */
export const LAST_WORDS_MS = 2_000;

/** What Kafka says of a record itself and will say again: too large for the topic, or malformed. */
export const REJECTIONS: readonly string[] = [
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'INVALID_TIMESTAMP',
];
