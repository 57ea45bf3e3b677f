import { inlined, sampleOf, type Schema } from '@estampa/testing/sample-schema';
import { z } from 'zod';
import type { AnyRoute } from '../src/routes/route.ts';

export type SampleRequest = { path: string; body: unknown };

/** A request that a route accepts, made from its schemas: the required members, and all of them on request. */
export function sampleRequest(route: AnyRoute, { all = false } = {}): SampleRequest {
  const params = sampleOf(schemaOf(route.params), { all: true }) as Record<string, string>;
  const query = new URLSearchParams(sampleOf(schemaOf(route.query), { all }) as Record<string, string>).toString();
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const sampled = route.body && sampleOf(schemaOf(route.body), { all });
  const body = route.file ? sampleForm(route.file.field) : isRun(route) ? { ...Object(sampled), ...A_RUN } : sampled;
  return { path: query === '' ? path : `${path}?${query}`, body };
}

/** Without these it only says what it would do. */
const A_RUN = { dryRun: false, digest: 'a1'.repeat(32) };
const isRun = ({ name }: AnyRoute): boolean => name === 'runPayouts';

function sampleForm(field: string): FormData {
  const form = new FormData();
  form.append(field, new Blob(['a sample'], { type: 'image/png' }), 'sample.png');
  return form;
}

const known = new WeakMap<z.ZodType>();

/** Made once of each, as thousands of tests have requests made of the same few hundred. */
export function schemaOf(schema: z.ZodType | undefined): Schema {
  if (!schema) return { type: 'object' };
  const made = known.get(schema) ?? jsonSchemaOf(schema);
  known.set(schema, made);
  return made;
}

function jsonSchemaOf(schema: z.ZodType): Schema {
  const { $defs = {}, ...generated }: Schema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return inlined(generated, $defs);
}
