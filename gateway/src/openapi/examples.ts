import { readFileSync } from 'node:fs';
import { UNRECORDED_EXAMPLES } from './unrecorded-examples.ts';

type Examples = Record<string, { sent?: unknown; responses: Record<string, unknown> }>;

/** Requests and responses of operations in a run of the end-to-end tests; `npm run gen:examples` writes it anew. */
const RECORDED = JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8')) as Examples;
const EXAMPLES: Examples = { ...UNRECORDED_EXAMPLES, ...RECORDED };

/** As the document wants it of a media type, where there is one. */
export function exampleOf(name: string, status?: number | string): { example?: unknown } {
  const { sent, responses = {} } = EXAMPLES[name] ?? {};
  const example = status === undefined ? sent : responses[status];
  return example === undefined ? {} : { example };
}
