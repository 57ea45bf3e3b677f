import { randomUUID } from 'node:crypto';
import { Metadata } from '@grpc/grpc-js';
import { type Call, type Caller, type EventReference, newCall } from './call.ts';
import type { Topic } from '@estampa/kernel/topics';

const REQUEST_ID = 'x-request-id';
const TRACEPARENT = 'traceparent';
const CALLER = 'estampa-caller';
const IDEMPOTENCY = 'estampa-idempotency-bin';
const EVENTS = 'estampa-events';
export const REPLAYED = 'estampa-replayed';

/** What a call takes along to the next service. The idempotency key goes only with the call it was meant for. */
export function toMetadata(call: Call, withKey: boolean): Metadata {
  // While a peer restarts, calls wait for it within their deadline.
  const metadata = new Metadata({ waitForReady: true });
  metadata.set(REQUEST_ID, call.requestId);
  if (call.traceparent) metadata.set(TRACEPARENT, call.traceparent);
  if (call.caller) metadata.set(CALLER, JSON.stringify(call.caller));
  if (withKey && call.idempotency) metadata.set(IDEMPOTENCY, Buffer.from(JSON.stringify(call.idempotency)));
  return metadata;
}

export function fromMetadata(metadata: Metadata): Call {
  const caller = textOf(metadata, CALLER);
  const idempotency = textOf(metadata, IDEMPOTENCY);
  return newCall({
    requestId: textOf(metadata, REQUEST_ID) ?? randomUUID(),
    traceparent: textOf(metadata, TRACEPARENT),
    caller: caller ? (JSON.parse(caller) as Caller) : null,
    idempotency: idempotency ? JSON.parse(idempotency) : null,
  });
}

/** Trailing metadata: the events that a command recorded. */
export function withEvents(metadata: Metadata, events: readonly EventReference[]): Metadata {
  if (events.length > 0) metadata.set(EVENTS, events.map(({ topic, id }) => `${topic}/${id}`).join(','));
  return metadata;
}

export const eventsIn = (metadata: Metadata): EventReference[] =>
  (textOf(metadata, EVENTS) ?? '')
    .split(',')
    .filter((reference) => reference !== '')
    .map((reference) => {
      const [topic = '', id = ''] = reference.split('/');
      return { topic: topic as Topic, id };
    });

function textOf(metadata: Metadata, name: string): string | null {
  const value = metadata.get(name)[0];
  return value === undefined ? null : value.toString();
}
