import type { Span } from './otlp.ts';
import { summaryOf, type TraceSummary, type WaterfallRow, waterfallOf } from './waterfall.ts';

interface SpanLimits {
  readonly traces: number;
  readonly spans: number;
  readonly spansOfTrace: number;
  readonly bytes: number;
  readonly ageMs: number;
}

const SPAN_LIMITS: SpanLimits = {
  traces: 200,
  spans: 20_000,
  spansOfTrace: 2_000,
  bytes: 16 * 1024 ** 2,
  ageMs: 15 * 60_000,
};

/** Of numbers, ids and the object itself; texts come on top, two bytes a character. */
const SPAN_BYTES = 320;
export const bytesOf = ({ service, name }: Pick<Span, 'service' | 'name'>): number =>
  SPAN_BYTES + 2 * (service.length + name.length);

interface StoredTrace {
  readonly spans: Span[];
  readonly sinceMs: number;
  bytes: number;
}

/** The newest traces, in memory. What is one too many, in any respect, makes the oldest trace go, all of it. */
export class SpanStore {
  readonly #limits: SpanLimits;
  readonly #now: () => number;
  /** By when their first span came. */
  readonly #traces = new Map<string, StoredTrace>();
  #spans = 0;
  #bytes = 0;
  #dropped = 0;

  constructor(limits: SpanLimits = SPAN_LIMITS, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  add(spans: readonly Span[]): void {
    for (const span of spans) this.#addOne(span);
    this.#evict();
  }

  #addOne(span: Span): void {
    const trace = this.#traces.get(span.traceId) ?? { spans: [], sinceMs: this.#now(), bytes: 0 };
    if (trace.spans.length >= this.#limits.spansOfTrace) {
      this.#dropped++;
      return;
    }
    const bytes = bytesOf(span);
    trace.spans.push(span);
    trace.bytes += bytes;
    this.#traces.set(span.traceId, trace);
    this.#spans++;
    this.#bytes += bytes;
  }

  #evict(): void {
    const { traces, spans, bytes, ageMs } = this.#limits;
    for (const [id, trace] of this.#traces) {
      const isFull = this.#traces.size > traces || this.#spans > spans || this.#bytes > bytes;
      if (!isFull && this.#now() - trace.sinceMs <= ageMs) return;
      this.#traces.delete(id);
      this.#spans -= trace.spans.length;
      this.#bytes -= trace.bytes;
    }
  }

  /** What is stored now; `dropped` counts spans of traces that had too many. */
  get size(): { traces: number; spans: number; bytes: number; dropped: number } {
    return { traces: this.#traces.size, spans: this.#spans, bytes: this.#bytes, dropped: this.#dropped };
  }

  /** The newest first, by when they began; of those alone whose root span is named so, where something is given. */
  newest(count: number, contains = ''): TraceSummary[] {
    this.#evict();
    return [...this.#traces]
      .map(([id, { spans }]) => summaryOf(id, spans))
      .filter(({ service, name }) => `${service}: ${name}`.toLowerCase().includes(contains.toLowerCase()))
      .toSorted((one, other) => other.startMs - one.startMs)
      .slice(0, count);
  }

  /** Null when there is no such trace, or no longer. */
  waterfall(id: string): (TraceSummary & { rows: readonly WaterfallRow[] }) | null {
    this.#evict();
    const trace = this.#traces.get(id);
    return trace ? { ...summaryOf(id, trace.spans), rows: waterfallOf(trace.spans) } : null;
  }
}
