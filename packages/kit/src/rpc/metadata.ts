import { randomUUID } from 'node:crypto';
import { Metadata } from '@grpc/grpc-js';
import { type Call, type Caller, newCall } from './call.ts';
import type { Topic } from '@estampa/kernel/topics';

const REQUEST_ID = 'x-request-id';
const TRACEPARENT = 'traceparent';
const CALLER = 'estampa-caller';
const CLIENT_ADDRESS = 'estampa-client-address';
const IDEMPOTENCY = 'estampa-idempotency-bin';
const EVENTS = 'estampa-events';
const MORE_EVENTS = 'estampa-more-events';
/** Of the database of the service that is called, so it goes no further. */
export const READ_POSITION = 'estampa-read-position';
export const REPLAYED = 'estampa-replayed';
/** Headers of some 60 KB end the HTTP/2 connection, and with it all other calls. */
export const EVENTS_BYTES_MAX = 24 * 1024;

/** As PostgreSQL writes it: two halves of 64 bits. */
const POSITION = /^[\dA-F]{1,8}\/[\dA-F]{1,8}$/;
const TRACE = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** What a call takes along to the next service. The idempotency key goes only with the call it was meant for. */
export function toMetadata(call: Call, withKey: boolean, traceparent = call.traceparent): Metadata {
  const metadata = new Metadata();
  metadata.set(REQUEST_ID, call.requestId);
  if (traceparent && TRACE.test(traceparent)) metadata.set(TRACEPARENT, traceparent);
  if (call.caller) metadata.set(CALLER, JSON.stringify(call.caller));
  if (call.clientAddress) metadata.set(CLIENT_ADDRESS, call.clientAddress);
  if (withKey && call.idempotency) metadata.set(IDEMPOTENCY, Buffer.from(JSON.stringify(call.idempotency)));
  return metadata;
}

export function fromMetadata(metadata: Metadata): Call {
  const caller = textOf(metadata, CALLER);
  const idempotency = textOf(metadata, IDEMPOTENCY);
  return newCall({
    requestId: textOf(metadata, REQUEST_ID) ?? randomUUID(),
    traceparent: traceOf(metadata),
    clientAddress: textOf(metadata, CLIENT_ADDRESS),
    caller: caller ? (JSON.parse(caller) as Caller) : null,
    idempotency: idempotency ? JSON.parse(idempotency) : null,
    readPosition: positionOf(metadata),
  });
}

/** Trailing metadata: the events that a command recorded, or those that fit with the word that there are more. */
export function withEvents(metadata: Metadata, { events, hasMoreEvents }: Pick<Call, 'events' | 'hasMoreEvents'>) {
  const references = events.map(({ topic, kind, id }) => `${topic}/${kind}/${id}`);
  let bytes = 0;
  const tooMany = references.findIndex((reference) => (bytes += reference.length + 1) > EVENTS_BYTES_MAX);
  const named = tooMany < 0 ? references : references.slice(0, tooMany);
  if (named.length > 0) metadata.set(EVENTS, named.join(','));
  if (hasMoreEvents || named.length < references.length) metadata.set(MORE_EVENTS, 'true');
  return metadata;
}

/** Adds what the other side recorded to the call that it served. */
export function takeEvents(call: Call, metadata: Metadata): void {
  const references = (textOf(metadata, EVENTS) ?? '').split(',').filter((reference) => reference !== '');
  for (const reference of references) {
    const [topic = '', kind = '', id = ''] = reference.split('/');
    call.events.push({ topic: topic as Topic, kind, id });
  }
  if (textOf(metadata, MORE_EVENTS)) call.hasMoreEvents = true;
}

/** What is malformed is no trace. */
function traceOf(metadata: Metadata): string | null {
  const traceparent = textOf(metadata, TRACEPARENT);
  return traceparent !== null && TRACE.test(traceparent) ? traceparent : null;
}

/** What is malformed is none: then the primary is read. */
function positionOf(metadata: Metadata): string | null {
  const position = textOf(metadata, READ_POSITION);
  return position !== null && POSITION.test(position) ? position : null;
}

function textOf(metadata: Metadata, name: string): string | null {
  const value = metadata.get(name)[0];
  return value === undefined ? null : value.toString();
}
