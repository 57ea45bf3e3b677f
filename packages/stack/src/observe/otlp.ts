import { z } from 'zod';

/** One step of a trace. Times are milliseconds, of the Unix epoch where they are points in time. */
export interface Span {
  readonly service: string;
  readonly name: string;
  readonly kind: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly startMs: number;
  readonly durationMs: number;
  readonly failed: boolean;
}

/** Longer names are cut: they cannot be shown, and count against the memory of all. */
const NAME_LENGTH_MAX = 200;
const NANOSECONDS_A_MS = 1e6;
const FAILED = 2;
/** By number: https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

const name = z.string().transform((text) => text.slice(0, NAME_LENGTH_MAX));
const nanoseconds = z.union([z.string().regex(/^\d{1,20}$/), z.number()]).transform(Number);
const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute).default([]) }).optional(),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name,
              kind: z.number().default(0),
              traceId: z.string().regex(/^[\da-f]{32}$/i),
              spanId: z.string().regex(/^[\da-f]{16}$/i),
              parentSpanId: z.string().default(''),
              startTimeUnixNano: nanoseconds,
              endTimeUnixNano: nanoseconds,
              status: z.object({ code: z.number().default(0) }).default({ code: 0 }),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** The spans of an export by OTLP in JSON (https://opentelemetry.io/docs/specs/otlp). Throws where it is none. */
export const spansIn = (body: unknown): Span[] =>
  request.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const named = resource?.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
    const service = typeof named === 'string' ? named.slice(0, NAME_LENGTH_MAX) : 'unknown';
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service,
        name: span.name,
        kind: KINDS[span.kind] ?? KINDS[0]!,
        traceId: span.traceId,
        spanId: span.spanId,
        parentId: span.parentSpanId || null,
        startMs: span.startTimeUnixNano / NANOSECONDS_A_MS,
        durationMs: Math.max(0, (span.endTimeUnixNano - span.startTimeUnixNano) / NANOSECONDS_A_MS),
        failed: span.status.code === FAILED,
      })),
    );
  });
