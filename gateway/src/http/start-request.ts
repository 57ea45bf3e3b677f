import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FixedHeaders } from './fixed-headers.ts';

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

type Introduction = { requestId: string; isCounted: boolean; fixed: FixedHeaders };
type Identified = ServerResponse & { locals?: Introduction };

/**
 * Gives a request its id, the client's own if it sent a readable one, and its response the headers that every response has. Express
 * stores what it finds as `locals`.
 */
export function startRequest(request: IncomingMessage, response: ServerResponse, fixed: FixedHeaders): void {
  const sent = request.headers['x-request-id'];
  const requestId = typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
  (response as Identified).locals = { requestId, isCounted: false, fixed };
}

/** Written in one call by responses that go out at once: set one by one they cost a stored page a fifth of its time. */
export const fixedHeadersFor = (response: ServerResponse): FixedHeaders => (response as Identified).locals!.fixed;

export const requestIdOf = (response: ServerResponse): string => (response as Identified).locals!.requestId;

/** Whether `markCounted` has counted its caller. */
export const isCounted = (response: ServerResponse): boolean => (response as Identified).locals!.isCounted;

export function markCounted(response: ServerResponse): void {
  (response as Identified).locals!.isCounted = true;
}
