import { gzipSync } from 'node:zlib';
import { DomainError } from '@estampa/kernel/errors';

/** From here on the relay compresses what it sends. */
export const COMPRESSED_FROM_BYTES = 64 * 1024;
/** A broker takes 1 MiB in one request by default; the rest is for key, headers and the frame. */
export const EVENT_COMPRESSED_BYTES_MAX = 1_000 * 1024;
/** What a consumer has in memory for one event. */
export const EVENT_BYTES_MAX = 16 * 1024 * 1024;

/** An event that Kafka would reject is rejected where it is made, so that the command fails and not the announcement. */
export function mustFitKafka(type: string, payload: string): void {
  const bytes = Buffer.byteLength(payload);
  if (bytes <= EVENT_COMPRESSED_BYTES_MAX) return;
  if (bytes <= EVENT_BYTES_MAX && gzipSync(payload).length <= EVENT_COMPRESSED_BYTES_MAX) return;
  throw new DomainError('invalid', 'event_too_large', `This is too much for one record: ${type} has ${bytes} bytes`);
}
