import type { Operation } from '../operation.ts';
import { comment, type JsonSchema, type Member, membersType, nameOf, typeOf } from './json-schema.ts';

type Parameter = { name: string; in: string; required?: boolean; schema: JsonSchema; description?: string };
type Content = Readonly<Record<string, { schema?: JsonSchema }>>;
type DocumentedOperation = {
  operationId: string;
  summary?: string;
  description?: string;
  security?: readonly object[];
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, { $ref?: string; content?: Content }>>;
};

export type OpenApi = {
  paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  components: {
    schemas: Readonly<Record<string, JsonSchema>>;
    responses: Readonly<Record<string, { content?: Content }>>;
  };
};

/** What clients of the API do not call: notifications of providers, and complete addresses that other responses contain. */
const NOT_CALLED = /^\/(?:webhooks|storage|cdn)\//;
const HEAD = '// Made from the OpenAPI document by `npm run gen`.\n';
const LIST_MEMBERS = ['total', 'skip', 'limit'];

/** The module that the client is typed by: every schema, and what goes in and comes out of every operation. */
export function operationsModule({ paths, components }: OpenApi): string {
  const operations = Object.entries(paths)
    .filter(([path]) => !NOT_CALLED.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, documented]) => describe(path, method, documented, components)),
    );
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};`,
  );
  return [
    HEAD,
    "import type { FileResponse } from '../src/caller.ts';",
    "import type { Operation } from '../src/operation.ts';",
    ...types,
    `export type Operations = {\n${operations.map(({ type }) => `  ${type}`).join('\n')}\n};`,
    'export const OPERATIONS: { readonly [Name in keyof Operations]: Operation } = {',
    ...operations.map(({ name, operation }) => `  ${name}: ${JSON.stringify(operation)},`),
    '};\n',
  ].join('\n');
}

function describe(
  path: string,
  method: string,
  documented: DocumentedOperation,
  { schemas, responses }: OpenApi['components'],
) {
  const { operationId: name, parameters = [], requestBody, summary, description } = documented;
  const own = parameters.filter((one): one is Parameter => 'name' in one && one.in !== 'header');
  const contents = Object.entries(documented.responses)
    .filter(([status]) => /^2\d\d$/.test(status))
    .map(([, { content }]) => content ?? {});
  const list = listOf(contents[0]?.['application/json']?.schema, schemas);
  const query = own.filter((one) => one.in === 'query').map((one) => one.name);
  const body = requestBody && ('multipart/form-data' in requestBody.content ? 'form' : 'json');
  const operation: Operation = {
    method: method.toUpperCase() as Operation['method'],
    path,
    ...(query.length > 0 && { query }),
    ...(body && { body }),
    ...(parameters.some(isKey) && { keyed: true }),
    ...(documented.security?.length === 0 && { open: true }),
    ...(list && { items: list.items }),
  };
  const members: Member[] = own.map((one) => ({
    name: one.name,
    type: typeOf(one.schema),
    isRequired: one.in === 'path' || one.required === true,
    about: one.description,
  }));
  if (requestBody) {
    const schema = Object.values(requestBody.content)[0]?.schema;
    members.push({ name: 'body', type: typeOf(schema), isRequired: requestBody.required === true });
  }
  const isOptional = members.every(({ isRequired }) => !isRequired);
  const input = `${members.length > 0 ? membersType(members) : 'Record<never, never>'}${isOptional ? '; isOptional: true' : ''}`;
  const item = list ? `; item: ${list.type}` : '';
  const about = comment([summary, description].filter(Boolean).join('. '));
  const problem = problemType(
    Object.values(documented.responses).map((one) => (one.$ref === undefined ? one : responses[nameOf(one.$ref)]!)),
  );
  const outcome = `response: ${responseType(contents)}; problem: ${problem}`;
  return { name, operation, type: `${about}${name}: { input: ${input}; ${outcome}${item} };` };
}

const isKey = (parameter: Parameter | { $ref: string }): boolean =>
  '$ref' in parameter ? nameOf(parameter.$ref) === 'IdempotencyKey' : parameter.name === 'Idempotency-Key';

/** JSON as it is, what is not JSON as a file, nothing as undefined; several as one of them. */
function responseType(contents: readonly Content[]): string {
  const types = contents.flatMap((content) => {
    const kinds = Object.entries(content);
    if (kinds.length === 0) return ['undefined'];
    return kinds.map(([kind, { schema }]) => (kind === 'application/json' ? typeOf(schema) : 'FileResponse'));
  });
  return [...new Set(types)].join(' | ') || 'undefined';
}

/** The codes of all rejections. */
const problemType = (responses: readonly { content?: Content }[]): string =>
  responses
    .flatMap(({ content }) => content?.['application/problem+json']?.schema?.allOf ?? [])
    .flatMap(({ properties }) => properties?.['code'] ?? [])
    .map(typeOf)
    .join(' | ');

/** Where the items of a list are, and what they are. */
function listOf(
  schema: JsonSchema | undefined,
  schemas: Readonly<Record<string, JsonSchema>>,
): { items: string; type: string } | undefined {
  const { properties = {} } = (schema?.$ref === undefined ? schema : schemas[nameOf(schema.$ref)]) ?? {};
  if (!LIST_MEMBERS.every((name) => name in properties)) return undefined;
  const [entry] = Object.entries(properties).filter(([, { type }]) => type === 'array');
  return entry && { items: entry[0], type: typeOf(entry[1].items) };
}
