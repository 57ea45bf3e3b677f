import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DomainError, type ErrorDetails, type ErrorKind } from '@estampa/kernel/errors';
import type { Call, EventReference } from './call.ts';

export type Outcome = { response: Buffer } | { rejection: DomainError };

/** The part of a call's outcome beside its response. */
export type Trailer = { events: readonly EventReference[]; hasMoreEvents: boolean };

type Rejection = { kind: ErrorKind; reason: string; message: string; details: ErrorDetails };
/** As it stands in the table, sealed; a response as base64. Versions before and after each other read it, so members are only added. */
type Stored = Trailer & { answer?: string; refusal?: Rejection; isLeftOut?: true };

export const IN_USE = 'idempotency_key_in_use';
/** What says nothing about the request itself may be different next time. */
const KINDS_NOT_STORED: readonly ErrorKind[] = [
  'unauthenticated',
  'forbidden',
  'limited',
  'busy',
  'unavailable',
  'mismatch',
];
/** So are rejections that are due to another request at the same time: "try again". */
const REASONS_NOT_STORED: readonly string[] = [IN_USE, 'conflict'];

/** From this length on an outcome is compressed, before it is encrypted. Shorter, it can be read by earlier versions as well. */
const COMPRESSED_FROM_BYTES = 4 * 1024;
const COMPRESSED = 1;
const FASTEST = 1;

/** A longer rejection, which names thousands of fields, is found anew: it did nothing, and no share counts it. */
export const REJECTION_MAX_BYTES = 4 * 1024;

/** The bytes to be stored for a key, or null for an outcome that may be different next time. */
export function toStored(outcome: Outcome, { events, hasMoreEvents }: Trailer): Buffer | null {
  const trailer = { events, hasMoreEvents };
  if ('response' in outcome) return encoded(trailer, outcome.response);
  const { kind, reason, message, details } = outcome.rejection;
  if (KINDS_NOT_STORED.includes(kind) || REASONS_NOT_STORED.includes(reason)) return null;
  const stored = Buffer.from(
    JSON.stringify({ ...trailer, refusal: { kind, reason, message, details } } satisfies Stored),
  );
  return stored.length > REJECTION_MAX_BYTES ? null : stored;
}

/** Replaces a response that is too long: the events that came with it stay, so a repetition is as settled as the first. */
export const withoutResponse = ({ events, hasMoreEvents }: Trailer): Buffer =>
  Buffer.from(JSON.stringify({ events, hasMoreEvents, isLeftOut: true } satisfies Stored));

/** A long response is compressed behind the rest: a byte that no JSON begins with, the length of the rest, the rest, the response. */
function encoded(trailer: Trailer, response: Buffer): Buffer {
  if (response.length < COMPRESSED_FROM_BYTES)
    return Buffer.from(JSON.stringify({ ...trailer, answer: response.toString('base64') } satisfies Stored));
  const rest = Buffer.from(JSON.stringify(trailer));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(rest.length);
  const all = Buffer.concat([length, rest, response]);
  return Buffer.concat([Buffer.from([COMPRESSED]), deflateRawSync(all, { level: FASTEST })]);
}

/** What was stored, as an outcome with its events. */
export function storedOutcome(bytes: Buffer): Trailer & { outcome: Outcome } {
  if (bytes[0] !== COMPRESSED) return outcomeOf(JSON.parse(bytes.toString()) as Stored);
  const all = inflateRawSync(bytes.subarray(1));
  const restEnds = 4 + all.readUInt32BE();
  const trailer = JSON.parse(all.subarray(4, restEnds).toString()) as Trailer;
  return { ...trailer, outcome: { response: all.subarray(restEnds) } };
}

function outcomeOf({
  answer,
  refusal: rejection,
  isLeftOut,
  events,
  hasMoreEvents,
}: Stored): Trailer & { outcome: Outcome } {
  const trailer = { events, hasMoreEvents };
  if (isLeftOut) return { ...trailer, outcome: { rejection: responseLeftOut() } };
  if (!rejection) return { ...trailer, outcome: { response: Buffer.from(answer ?? '', 'base64') } };
  const { kind, reason, message, details } = rejection;
  return { ...trailer, outcome: { rejection: new DomainError(kind, reason, message, details) } };
}

const responseLeftOut = (): DomainError =>
  new DomainError(
    'conflict',
    'idempotency_answer_not_kept',
    'The first request with this key was done. Its answer was too long to be kept beside others of today: read what it made',
  );

/** A repeated response is as settled as the first: it names the same events. */
export function republish(call: Call, { events, hasMoreEvents }: Trailer): void {
  call.events.push(...events);
  call.hasMoreEvents ||= hasMoreEvents;
}

export const keyReused = (): DomainError =>
  new DomainError('mismatch', 'idempotency_key_reused', 'This Idempotency-Key was used with another body');

export const keyInUse = (): DomainError =>
  new DomainError('conflict', IN_USE, 'The first request with this key is still running');
