import { z } from 'zod';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

const SEND_EVERY_MS = 5_000;

/** Names, words and defaults of the OpenTelemetry specification. Its OTEL_EXPORTER_OTLP_HEADERS and _CERTIFICATE count too. */
export const tracingConfig = {
  /** Where traces go, by OTLP over HTTP; without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  /** The share of traces that is recorded, where the sampler is a ratio. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().positive().default(SEND_EVERY_MS),
};

export type TracingConfig = z.output<z.ZodObject<typeof tracingConfig>>;
