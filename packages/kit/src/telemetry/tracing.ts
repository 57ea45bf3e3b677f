import type { Log } from './log.ts';
import { traceBy } from './trace.ts';
import type { TracingConfig } from './tracing-config.ts';

/** Records traces from now on, if the configuration says where they go; sends the last of them when disposed. */
export async function startTracing(service: string, config: TracingConfig, log: Log): Promise<AsyncDisposable> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return new AsyncDisposableStack();
  const { openTracing } = await import('./tracing-sdk.ts');
  const opened = openTracing(service, config, log);
  traceBy(opened.tracing);
  return {
    async [Symbol.asyncDispose]() {
      traceBy(null);
      await opened[Symbol.asyncDispose]();
    },
  };
}
