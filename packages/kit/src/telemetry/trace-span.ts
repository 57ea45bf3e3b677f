import type { Attributes } from '@opentelemetry/api';

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** One step of a trace. Attributes contain ids and words, never what people wrote. */
export type TraceSpan = {
  /** W3C Trace Context, for what this step causes. */
  readonly traceparent: string;
  /** Names it beside a metric; null when it is not recorded. */
  readonly exemplar: { trace_id: string; span_id: string } | null;
  set(attributes: Attributes): void;
  event(name: string): void;
  /** `failure`: a word for what went wrong. */
  end(failure?: string | null): void;
};
