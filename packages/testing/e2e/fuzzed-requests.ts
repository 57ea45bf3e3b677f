import fc from 'fast-check';
import type { Schema } from '../src/sample-schema.ts';
import type { Operation } from './operations.ts';

/** One request to an operation: the caller, the address and the body. */
export type FuzzedRequest = { who: number; path: string; query: string; body: unknown };

const LONG_CHARACTERS = 20_000;
const DEEP = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown;
/** What programs stumble over. */
const HOSTILE: readonly unknown[] = [
  null,
  '',
  ' ',
  'null',
  '\u0000',
  '\u009b',
  'a\u202eb',
  '\ud800',
  "'; drop table users; --",
  '../../etc/passwd',
  '%00',
  '0000-00-00',
  '99999-12-31T00:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(LONG_CHARACTERS),
  -1,
  0.1,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  true,
  [],
  {},
  DEEP,
  [null],
  JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1}'),
];
const hostile = fc.constantFrom(...HOSTILE);
const hostileText = hostile
  .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  .filter(isWellFormed);

/** Half a character cannot be written into an address. */
function isWellFormed(value: string): boolean {
  return value.isWellFormed();
}

/** A longer address does not reach any route. */
const shortText = hostileText.filter((value) => value.length < LONG_CHARACTERS);

/** A segment that no client takes for another path. */
const segment = fc.oneof(
  fc.uuid({ version: 7 }),
  fc.stringMatching(/^[a-z0-9-]{1,30}$/),
  shortText.filter((value) => !/^\.{0,2}$/.test(value.trim())),
);

/** Requests that an operation takes, some of them broken somewhere; `known` are parameters that name something. */
export function requestsOf(operation: Operation, known: (parameter: string) => string): fc.Arbitrary<FuzzedRequest> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const segments = inPath.map(({ name }) => fc.oneof({ weight: 3, arbitrary: fc.constant(known(name)) }, segment));
  const values = inQuery.map(({ schema }) =>
    fc.oneof({ weight: 3, arbitrary: valueOf(schema).map(String).filter(isWellFormed) }, shortText),
  );
  return fc
    .tuple(
      fc.nat(),
      fc.tuple(...segments),
      fc.tuple(...values.map((value) => fc.option(value))),
      operation.body ? fc.oneof({ weight: 6, arbitrary: valueOf(operation.body) }, hostile) : fc.constant(undefined),
    )
    .map(([who, names, reported, body]) => ({
      who,
      path: inPath.reduce(
        (path, { name }, at) => path.replace(`{${name}}`, encodeURIComponent(names[at]!)),
        operation.path,
      ),
      query: new URLSearchParams(
        inQuery.flatMap(({ name }, at): [string, string][] => (reported[at] === null ? [] : [[name, reported[at]!]])),
      ).toString(),
      body,
    }));
}

/** What a schema takes, and now and then something else. */
function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fittingOf(schema) }, { weight: 1, arbitrary: hostile });
}

function fittingOf(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && !schema.properties) return fc.oneof(...choices.map(valueOf));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch ([schema.type ?? []].flat()[0]) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: (schema.minItems ?? 0) + 3,
      });
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 1_000, 2 ** 31),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? -10_000, max: schema.maximum ?? 10_000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return textOf(schema);
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, valueOf(member)]));
  if (Object.keys(members).length > 0) return fc.record(members, { requiredKeys: required });
  const value = typeof additionalProperties === 'object' ? valueOf(additionalProperties) : fc.constant('a');
  return fc.dictionary(fc.string({ maxLength: 20 }), value, { maxKeys: 3 });
}

function textOf({ format, pattern, minLength = 0, maxLength = 50 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid({ version: 7 });
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl();
  if (format === 'date') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 50)) });
}
