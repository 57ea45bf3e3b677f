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

const PAIR = /^([^=\s]+)=(.*)$/;

/** `key=value,key=value`, in which values may be percent-encoded. */
const resourceAttributes = z.string().transform((text, context): Record<string, string> => {
  const entries = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => PAIR.exec(pair));
  try {
    return Object.fromEntries(entries.map((entry) => [entry![1]!, decodeURIComponent(entry![2]!.trim())]));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be key=value,key=value with percent-encoded values' });
    return z.NEVER;
  }
});

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
  /** What every trace says of this process beside its service: version, environment, where it runs. */
  OTEL_RESOURCE_ATTRIBUTES: resourceAttributes.prefault(''),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().positive().default(SEND_EVERY_MS),
};

export type TracingConfig = z.output<z.ZodObject<typeof tracingConfig>>;
