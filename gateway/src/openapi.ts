import { z } from 'zod';
import type { FileRule } from './incoming-file.ts';
import type { AnyRoute, AuthClass } from './route.ts';

type Json = Record<string, unknown>;

const PROBLEM: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'message', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'A stable slug to decide on' },
    detail: { type: 'string', description: 'A sentence for people' },
    message: { type: 'string', description: 'The same as detail' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    requestId: { type: 'string' },
  },
};

/** The OpenAPI 3.1 document of the route table. */
export function openApiDocument(routes: readonly AnyRoute[], publicUrl: string): Json {
  const schemas: Json = { Problem: PROBLEM };
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Estampa', version: '1', description: 'The backend of a print-on-demand marketplace.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation(route: AnyRoute, schemas: Json): Json {
  return {
    summary: route.summary,
    operationId: operationId(route),
    tags: [route.path.split('/')[1]],
    security: SECURITY[route.auth as AuthClass],
    'x-auth': route.auth,
    parameters: [...parameters(route.params, 'path', schemas), ...parameters(route.query, 'query', schemas)],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toSchema(route.body, 'input', schemas) } },
      },
    }),
    ...(route.file && { requestBody: formBody(route.file) }),
    responses: {
      [route.status ?? 200]: success(route, schemas),
      default: {
        description: 'A problem (RFC 9457)',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

const formBody = ({ field, contentTypes }: FileRule): Json => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: [field], properties: { [field]: { type: 'string', format: 'binary' } } },
      encoding: { [field]: { contentType: contentTypes.join(', ') } },
    },
  },
});

const SECURITY: Readonly<Record<AuthClass, Json[]>> = {
  none: [],
  optional: [{}, { bearer: [] }],
  user: [{ bearer: [] }],
  seller: [{ bearer: [] }],
  admin: [{ bearer: [] }],
};

function success(route: AnyRoute, schemas: Json): Json {
  const headers = Object.fromEntries(
    Object.entries(route.answerHeaders ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  );
  const content = route.answer
    ? { 'application/json': { schema: toSchema(route.answer, 'output', schemas) } }
    : route.produces && { [route.produces]: {} };
  return { description: route.summary, ...(content && { content }), ...(route.answerHeaders && { headers }) };
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query', schemas: Json): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input', schemas) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** JSON Schema of a zod schema; the ones with an id become components. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const {
    $schema: _,
    $defs = {},
    ...whole
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & {
    $defs?: Json;
  };
  const rewrite = (part: unknown): unknown =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [name, definition] of Object.entries($defs)) schemas[name] = rewrite(definition);
  const id = whole['id'];
  if (typeof id !== 'string') return rewrite(whole) as Json;
  schemas[id] = rewrite(whole);
  return { $ref: `#/components/schemas/${id}` };
}

/** `postOrdersByOrderIdPay` */
const operationId = ({ method, path }: AnyRoute): string =>
  method +
  path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? `By-${part.slice(1, -1)}` : part))
    .flatMap((part) => part.split(/[-._]/))
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
