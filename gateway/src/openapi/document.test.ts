import { describe, expect, it } from 'vitest';
import { routes } from '../routes/index.ts';
import { openApiDocument } from './document.ts';
import type { Json } from './json.ts';

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, Json & { content?: Record<string, { schema: Json }> }>;
};
type Document = {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
};

const SUMMARY_MAX_CHARACTERS = 100;
/** Of the properties of all schemas; the names of the others say enough. May grow, never fall. */
const DESCRIBED_MIN_PERCENT = 88;

const document = openApiDocument(routes, 'http://localhost') as unknown as Document;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const among = (test: (operation: Operation) => boolean) =>
  operations.filter(test).map(({ operationId }) => operationId);

/** Every object in the document, with the way to it. */
function* nodes(value: unknown, path = ''): Generator<readonly [string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Json];
  for (const [name, member] of Object.entries(value)) yield* nodes(member, `${path}/${name}`);
}
const all = [...nodes(document)];
const where = (test: (node: Json) => boolean) => all.filter(([, node]) => test(node)).map(([path]) => path);

const resolved = <T>(part: T & { $ref?: string }): T => {
  const [kind, name] = part.$ref?.split('/').slice(-2) ?? [];
  return kind === undefined ? part : (document.components[kind]![name!] as T);
};

type Problems = { content: { 'application/problem+json': { schema: Json; examples: Record<string, Json> } } };

/** The codes that the schema of a rejection lists, and those of its examples. */
function listedIn(response: unknown): [codes: string[], examples: string[]] {
  const { schema, examples } = resolved(response as Problems).content['application/problem+json'];
  const [, { properties }] = schema['allOf'] as [Json, { properties: { code: Json } }];
  const shown = Object.values(examples).map((one) => (resolved(one)['value'] as { code: string }).code);
  return [resolved<Json>(properties.code)['enum'] as string[], shown];
}

describe('every operation', () => {
  it('has a short name of its own: a verb and what it is done to', () => {
    const names = operations.map(({ operationId }) => operationId);

    expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
    expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]+){0,4}$/.test(name))).toEqual([]);
  });

  it('has a short summary and a description, in a chapter of the document', () => {
    const known = new Set(document.tags.map(({ name }) => name));

    expect(among(({ summary }) => summary.length > SUMMARY_MAX_CHARACTERS || summary.endsWith('.'))).toEqual([]);
    expect(among(({ description }) => !description.endsWith('.'))).toEqual([]);
    expect(among(({ tags }) => tags.length !== 1 || !known.has(tags[0]!))).toEqual([]);
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(known);
  });

  it('takes and returns JSON by schemas that have names', () => {
    const isNamed = ({ content = {} }: { content?: Record<string, { schema: Json }> }) =>
      Object.entries(content).every(([type, { schema }]) => type !== 'application/json' || '$ref' in schema);

    expect(among(({ requestBody }) => !isNamed(requestBody ?? {}))).toEqual([]);
    expect(among(({ responses }) => !Object.values(responses).every(isNamed))).toEqual([]);
  });

  it('shows a request and a response of a real run', () => {
    type Content = Record<string, Json> | undefined;
    const lacks = (content: Content) =>
      Boolean(content?.['application/json'] && !('example' in content['application/json']));
    const untold = operations.flatMap(({ operationId, requestBody, responses }) => [
      ...(lacks(requestBody?.content) ? [`${operationId} body`] : []),
      ...Object.entries(responses).flatMap(([status, { content }]) =>
        lacks(content) ? [`${operationId} ${status}`] : [],
      ),
    ]);

    expect(untold).toEqual([]);
  });

  it('lists the codes that it rejects with, by status, with an example of each', () => {
    const listed = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => /^[45]/.test(status))
        .map(([status, response]) => [`${operationId} ${status}`, ...listedIn(response)] as const),
    );

    expect(listed.filter(([, codes, examples]) => codes.length === 0 || codes.join() !== examples.join())).toEqual([]);
    expect(among(({ responses }) => !Object.keys(responses).some((status) => status.startsWith('4')))).toEqual([]);
    expect(among(({ responses }) => !('5XX' in responses))).toEqual([]);
    expect(listed.find(([name]) => name === 'placeOrder 400')![1]).toEqual(
      expect.arrayContaining(['validation_failed', 'document_required', 'shipping_price_changed', 'item_unavailable']),
    );
  });
});

describe('the document', () => {
  it('refers to nothing that is missing, and has nothing unused', () => {
    const pointers = new Set(all.flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : [])));
    const components = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `#/components/${kind}/${name}`));

    expect([...pointers].filter((pointer) => !components.includes(pointer))).toEqual([]);
    expect(components.filter((pointer) => !pointers.has(pointer))).toEqual([]);
  });

  it('defines each enumeration and each pattern once, by a name', () => {
    const isComponent = (path: string) => /^\/components\/(schemas|headers|parameters)\/\w+(\/schema)?$/.test(path);

    const lists = where(({ enum: words }) => Array.isArray(words) && words.length > 1);
    expect(lists.filter((path) => !isComponent(path))).toEqual([]);
    expect(
      where((node) => typeof node['pattern'] === 'string' && typeof node['type'] === 'string').length,
    ).toBeLessThan(20);
  });

  it('lets responses gain members, and has no empty descriptions', () => {
    expect(where((node) => node['additionalProperties'] === false)).toEqual([]);
    expect(where((node) => Math.abs(Number(node['maximum'] ?? node['minimum'] ?? 0)) >= 2 ** 53 - 1)).toEqual([]);
    expect(where((node) => node['format'] !== undefined && node['pattern'] !== undefined)).toEqual([]);
  });

  it('says what properties mean, itself or in the list of words that they are of', () => {
    const wordsOf = ({ $ref, anyOf }: Json) =>
      resolved<Json>({ $ref: $ref ?? (anyOf as Json[] | undefined)?.[0]?.['$ref'] } as Json);
    const properties = [...nodes(document.components['schemas'])].flatMap(([path, { properties: members = {} }]) =>
      /\/examples?\b/.test(path) ? [] : Object.values(members as Record<string, Json>),
    );
    const isDescribed = (schema: Json) =>
      Boolean(schema['description'] ?? (wordsOf(schema)['enum'] && wordsOf(schema)['description']));

    const share = (properties.filter(isDescribed).length / properties.length) * 100;

    expect(properties.length).toBeGreaterThan(1_000);
    expect(share).toBeGreaterThanOrEqual(DESCRIBED_MIN_PERCENT);
  });

  it('says what dates, e-mails and addresses are', () => {
    const untold = all.flatMap(([path, { properties = {} }]) =>
      Object.entries(properties as Record<string, Json>)
        .filter(([name, schema]) => /(At|Url|[eE]mail)$/.test(name) && schema['type'] === 'string' && !schema['format'])
        .map(([name]) => `${path} ${name}`),
    );

    expect(untold).toEqual([]);
  });
});
