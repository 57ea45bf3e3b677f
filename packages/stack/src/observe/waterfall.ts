import type { Span } from './otlp.ts';

/** A step with its place in the tree; `offsetMs` is from the start of the trace. */
export interface WaterfallRow extends Pick<Span, 'service' | 'name' | 'kind' | 'durationMs' | 'failed'> {
  readonly depth: number;
  readonly offsetMs: number;
}

export interface TraceSummary {
  readonly id: string;
  readonly service: string;
  readonly name: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly spans: number;
  readonly services: readonly string[];
  readonly failed: boolean;
}

const byStart = (one: Span, other: Span): number => one.startMs - other.startMs;

export function summaryOf(id: string, spans: readonly Span[]): TraceSummary {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const sorted = spans.toSorted(byStart);
  const first = sorted.find(({ parentId }) => parentId === null || !ids.has(parentId)) ?? sorted[0]!;
  const startMs = sorted[0]!.startMs;
  return {
    id,
    service: first.service,
    name: first.name,
    startMs,
    durationMs: Math.max(...spans.map((span) => span.startMs + span.durationMs)) - startMs,
    spans: spans.length,
    services: [...new Set(sorted.map(({ service }) => service))],
    failed: spans.some(({ failed }) => failed),
  };
}

/** Each step below the one that caused it, those of one cause by time. Steps whose cause is not here stand at the top. */
export function waterfallOf(spans: readonly Span[]): WaterfallRow[] {
  const sorted = spans.toSorted(byStart);
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const causeOf = ({ parentId }: Span) => (parentId !== null && ids.has(parentId) ? parentId : null);
  const children = Map.groupBy(sorted, causeOf);
  const startMs = sorted[0]?.startMs ?? 0;
  const rows: WaterfallRow[] = [];
  const pending = (children.get(null) ?? []).toReversed().map((span) => ({ span, depth: 0 }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { span, depth } = next;
    const { service, name, kind, durationMs, failed } = span;
    rows.push({ service, name, kind, durationMs, failed, depth, offsetMs: span.startMs - startMs });
    const inner = children.get(span.spanId) ?? [];
    // Of ids that are there twice each is shown once.
    children.delete(span.spanId);
    pending.push(...inner.toReversed().map((one) => ({ span: one, depth: depth + 1 })));
  }
  return rows;
}
