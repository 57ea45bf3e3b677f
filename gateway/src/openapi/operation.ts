import type { z } from 'zod';
import type { FileRule } from '../http/incoming-file.ts';
import { rejectionsOf } from '../http/rejections.ts';
import { JSON_LINES } from '../http/caching.ts';
import type { AnyRoute, AuthClass } from '../routes/route.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import { exampleOf } from './examples.ts';
import { type Json, ref } from './json.ts';
import type { ProblemResponses } from './problem-responses.ts';
import { isStored, sharedHeadersOf, sharedParametersOf } from './shared-headers.ts';
import { tagOf } from './tags.ts';

export function operationOf(route: AnyRoute, schemas: ComponentSchemas, problems: ProblemResponses): Json {
  const body = requestBody(route, schemas);
  return {
    operationId: route.name,
    summary: route.summary,
    description: description(route),
    tags: [tagOf(route)],
    security: SECURITY[route.auth as AuthClass],
    ...(route.deprecated && { deprecated: true }),
    'x-auth': route.auth,
    ...(route.owner && { 'x-owner': route.owner }),
    parameters: [
      ...parameters(route.params, 'path', schemas),
      ...parameters(route.query, 'query', schemas),
      ...sharedParametersOf(route),
    ],
    ...(body && { requestBody: body }),
    responses: {
      ...successes(route, schemas),
      ...problems.of(route.name, rejectionsOf(route)),
    },
  };
}

const SECURITY: Readonly<Record<AuthClass, Json[]>> = {
  none: [],
  optional: [{}, { bearer: [] }],
  user: [{ bearer: [] }],
  seller: [{ bearer: [] }],
  admin: [{ bearer: [] }],
};

const CALLERS: Readonly<Record<AuthClass, string>> = {
  none: 'For anybody.',
  optional: 'Public; with a token the response is made for its user.',
  user: 'For users.',
  seller: 'For sellers and admins.',
  admin: 'For admins.',
};

function description(route: AnyRoute): string {
  const sentences = [
    route.description,
    route.owner && route.owner !== 'nobody'
      ? `For the ${route.owner} whose it is, and admins.`
      : CALLERS[route.auth as AuthClass],
    route.notIdempotent && `Takes no Idempotency-Key: ${route.notIdempotent}.`,
    route.limit && 'perMinute' in route.limit && `At most ${route.limit.perMinute} times a minute.`,
    route.deprecated && `Deprecated: ${route.deprecated}.`,
    route.settles?.length && 'Reads show it once the response has arrived.',
  ];
  return sentences.filter(Boolean).join(' ');
}

const nameOf = ({ name }: AnyRoute, kind: 'Body' | 'Answer'): string =>
  `${name[0]!.toUpperCase()}${name.slice(1)}${kind}`;

function requestBody(route: AnyRoute, schemas: ComponentSchemas): Json | undefined {
  if (route.file) return formBody(route.file);
  const schema = (route.body ?? route.rawBody) as z.ZodType | undefined;
  if (!schema) return undefined;
  const written = schemas.add(schema, 'input', nameOf(route, 'Body'));
  // A body that is not sent is read as one without members.
  return {
    required: !schema.safeParse({}).success,
    content: { 'application/json': { schema: written, ...exampleOf(route.name) } },
  };
}

const formBody = ({ field, contentTypes, bytesMax }: FileRule): Json => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: [field],
        properties: { [field]: { type: 'string', format: 'binary', description: `At most ${bytesMax} bytes` } },
      },
      encoding: { [field]: { contentType: contentTypes.join(', ') } },
    },
  },
});

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query', schemas: ComponentSchemas): Json[] {
  if (!schema) return [];
  return schemas.members(schema).map(({ name, required, schema: { description: about, ...member } }) => ({
    name,
    in: place,
    required: place === 'path' || required,
    ...(about !== undefined && { description: about }),
    schema: member,
  }));
}

/** Statuses of a response: its own, that of a repeat, and 304 where clients store copies. */
function successes(route: AnyRoute, schemas: ComponentSchemas): Json {
  const { status = 200, statusWhenRepeated: repeated } = route;
  const response = (at: number, about: string) => {
    const content = contentOf(route, at, schemas);
    return { description: about, headers: headersOf(route), ...(content && { content }) };
  };
  return {
    [status]: response(status, route.summary),
    ...(repeated && { [repeated]: response(repeated, 'What was there already, or what it became') }),
    ...(isStored(route) && { 304: { description: 'What is at hand still holds', headers: headersOf(route) } }),
  };
}

function headersOf(route: AnyRoute): Json {
  const own = Object.entries(route.responseHeaders ?? {}).map(([name, about]) => [
    name,
    { description: about, schema: { type: 'string' } },
  ]);
  return {
    ...Object.fromEntries(sharedHeadersOf(route).map((name) => [name, ref('headers', name)])),
    ...Object.fromEntries(own),
  };
}

function contentOf(route: AnyRoute, status: number, schemas: ComponentSchemas): Json | undefined {
  const json = route.response && {
    schema: schemas.add(route.response, 'output', nameOf(route, 'Answer')),
    ...exampleOf(route.name, status),
  };
  const others = (route.produces ?? []).map((type: string) => [type, { schema: schemaOfType(type) }]);
  if (!json && others.length === 0) return undefined;
  return { ...(json && { 'application/json': json }), ...Object.fromEntries(others) };
}

/** What is not text is described by its content type alone, as in OpenAPI 3.1. */
const schemaOfType = (type: string): Json =>
  type.startsWith('text/') || type === JSON_LINES ? { type: 'string' } : { format: 'binary' };
