import type { Attributes } from '@opentelemetry/api';
import { currentCall, runInCall } from '../rpc/call.ts';

import type { SpanKind, TraceSpan } from './trace-span.ts';

export type { SpanKind, TraceSpan } from './trace-span.ts';

/** What `tracing-sdk.ts` offers, once it is loaded. */
export type Tracing = {
  begin(name: string, kind: SpanKind, parent: string | null, linked?: string | null): TraceSpan;
};

/** Null while traces are off: then nothing is loaded, and what follows costs a comparison. */
let tracing: Tracing | null = null;

export function traceBy(collector: Tracing | null): void {
  tracing = collector;
}

export const isTracing = (): boolean => tracing !== null;

/** The first step in this house; `parent` is what a client sent. */
export const beginTrace = (method: string, route: string, parent: string | null): TraceSpan | null =>
  tracing === null ? null : tracing.begin(`${method.toUpperCase()} ${route}`, 'server', parent);

/** A further step; null while traces are off, without a trace, and in one that is not sampled. */
export const beginSpan = (name: string, kind: SpanKind, parent: string | null): TraceSpan | null =>
  tracing === null || parent === null || !isRecorded(parent) ? null : tracing.begin(name, kind, parent);

/** A step of the present call. */
export const beginStep = (name: string, kind: SpanKind): TraceSpan | null =>
  tracing === null ? null : beginSpan(name, kind, currentCall()?.traceparent ?? null);

const FLAGS_AT = 54;

const isRecorded = (traceparent: string): boolean => (Number.parseInt(traceparent[FLAGS_AT] ?? '0', 16) & 1) === 1;

/** The trace of the present call, when it is recorded. */
export function recordedTrace(): string | null {
  const traceparent = tracing === null ? null : (currentCall()?.traceparent ?? null);
  return traceparent !== null && isRecorded(traceparent) ? traceparent : null;
}

/** Marks, in the present call's step, that the database is queried. */
export function noteRoundTrip(): void {
  if (tracing !== null) currentCall()?.span?.event('database round trip');
}

/**
 * Does what another call began, such as applying a payment, in the trace of that one: what it publishes belongs there. The
 * step is linked with the present call's.
 */
export async function inTraceOf<T>(traceparent: string | null, name: string, run: () => Promise<T>): Promise<T> {
  const call = currentCall();
  if (tracing === null || traceparent === null || !call) return run();
  const span = tracing.begin(name, 'internal', traceparent, call.traceparent);
  const inner = { ...call, traceparent: span.traceparent, span };
  try {
    return await runInCall(inner, run);
  } finally {
    call.hasMoreEvents ||= inner.hasMoreEvents;
    call.replayed ||= inner.replayed;
    span.end();
  }
}

type Traced = { traceparent: string | null };

/** A step for each of several things that are done at once; null while traces are off. */
export function beginSteps<T extends Traced>(
  things: readonly T[],
  kind: SpanKind,
  describe: (thing: T) => { name: string; attributes: Attributes },
): Steps<T> | null {
  if (tracing === null) return null;
  const spans = new Map<T, TraceSpan>();
  for (const thing of things) {
    const { name, attributes } = describe(thing);
    const span = beginSpan(name, kind, thing.traceparent);
    span?.set(attributes);
    if (span) spans.set(thing, span);
  }
  return new Steps(spans);
}

export class Steps<T extends Traced> {
  readonly #spans: ReadonlyMap<T, TraceSpan>;

  constructor(spans: ReadonlyMap<T, TraceSpan>) {
    this.#spans = spans;
  }

  of(thing: T): TraceSpan | null {
    return this.#spans.get(thing) ?? null;
  }

  end(failure: string | null = null): void {
    for (const span of this.#spans.values()) span.end(failure);
  }
}
