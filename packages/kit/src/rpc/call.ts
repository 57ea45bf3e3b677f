import { AsyncLocalStorage } from 'node:async_hooks';
import type { Topic } from '@estampa/kernel/topics';
import type { TraceSpan } from '../telemetry/trace-span.ts';

export type Role = 'customer' | 'seller' | 'admin' | 'service';

/** The caller. Only services themselves carry the role `service`, when no user's request is behind the call. */
export type Caller = {
  userId: string;
  roles: readonly Role[];
  sellerProfileId: string | null;
  sessionId: string | null;
};

/** A service itself, when no person stands behind the call. */
export const serviceCaller = (name: string): Caller => ({
  userId: name,
  roles: ['service'],
  sellerProfileId: null,
  sessionId: null,
});

/** `kind` is the kind of aggregate that changed: the part of the event's key before the colon. */
export type EventReference = { topic: Topic; kind: string; id: string };

/** An idempotency key with what it may be reused for: `scope` is caller + method + path. */
export type IdempotencyKey = { key: string; scope: string; bodyDigest: string };

/** Whose work it is: what consumers and jobs do has connections of its own, so that they never take what requests need. */
export type Lane = 'requests' | 'consumers' | 'jobs';

/** What belongs to one call as it travels: made at the edge, handed on in metadata. */
export type Call = {
  requestId: string;
  /** Its trace, and in it the step that it is. */
  traceparent: string | null;
  /** That step, where this process records it. */
  span: TraceSpan | null;
  caller: Caller | null;
  lane: Lane;
  /** The client's address, as the gateway sees it. */
  clientAddress: string | null;
  idempotency: IdempotencyKey | null;
  /** What it must at least show of the database, as a position in its log; null: all that is committed, which only the primary knows. */
  readPosition: string | null;
  /** When the caller stops waiting, in milliseconds since the epoch; calls made on its behalf end before it. */
  deadline: number | null;
  /** Aborts when the caller stops waiting for the response. */
  signal: AbortSignal | null;
  /** Events committed for this call, here and in the services it called. */
  events: EventReference[];
  /** More were recorded than the response could name: the caller cannot wait for all of them. */
  hasMoreEvents: boolean;
  /** Jobs of this service to run at once when the call has committed. */
  wakes: Set<string>;
  /** Set by a command that has its own record of keys: the response repeats an earlier one. */
  replayed: boolean;
};

const storage = new AsyncLocalStorage<Call | undefined>();

export const currentCall = (): Call | undefined => storage.getStore();

export const runInCall = <T>(call: Call, run: () => T): T => storage.run(call, run);

/** For what goes on after the call that began it, for others. */
export const runInNoCall = <T>(run: () => T): T => storage.run(undefined, run);

export const newCall = (call: Partial<Call> & Pick<Call, 'requestId'>): Call => ({
  traceparent: null,
  span: null,
  caller: null,
  lane: 'requests',
  clientAddress: null,
  idempotency: null,
  readPosition: null,
  deadline: null,
  signal: null,
  events: [],
  hasMoreEvents: false,
  wakes: new Set(),
  replayed: false,
  ...call,
});
