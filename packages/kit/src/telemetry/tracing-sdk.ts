import { hostname } from 'node:os';
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from './log.ts';
import type { Tracing, TraceSpan } from './trace.ts';
import type { SamplerName, TracingConfig } from './tracing-config.ts';

const EXPORT_TIMEOUT_MS = 5_000;
/** What is not sent by then is lost: no process stays for its traces. */
const LAST_WORDS_MS = 2_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** Collects spans and sends them in batches. Loaded only where traces are wanted. */
export function openTracing(service: string, config: TracingConfig, log: Log): { tracing: Tracing } & AsyncDisposable {
  diag.setLogger(
    {
      ...SILENT,
      warn: (message) => log.warn({ reason: message }, 'traces'),
      error: (message) => log.warn({ reason: message }, 'traces'),
    },
    DiagLogLevel.WARN,
  );
  const exporter = new OTLPTraceExporter({
    url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'estampa',
      'service.instance.id': hostname(),
      ...config.OTEL_RESOURCE_ATTRIBUTES,
      'service.name': service,
    }),
    sampler: samplerOf(config),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('estampa');
  const tracing: Tracing = {
    begin(name, kind, parent, linked = null) {
      const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf(parent));
      const links = linked === null ? [] : [{ context: contextOf(linked) }];
      return stepOf(tracer.startSpan(name, { kind: KINDS[kind], links }, context));
    },
  };
  return {
    tracing,
    async [Symbol.asyncDispose]() {
      const timer = AbortSignal.timeout(LAST_WORDS_MS);
      const late = new Promise<void>((resolve) => timer.addEventListener('abort', () => resolve()));
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

const SILENT = { verbose: () => {}, debug: () => {}, info: () => {} };

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: TracingConfig): Sampler {
  const roots: Record<SamplerName, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
    parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    parentbased_traceidratio: () => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
  };
  return roots[name]();
}

/** `00-<trace>-<span>-<flags>`, as it is carried between services. */
function contextOf(traceparent: string): SpanContext {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

function stepOf(span: Span): TraceSpan {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    exemplar: span.isRecording() ? { trace_id: traceId, span_id: spanId } : null,
    set: (attributes) => void span.setAttributes(attributes),
    event: (name) => void span.addEvent(name),
    end(failure = null) {
      if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
      span.end();
    },
  };
}
