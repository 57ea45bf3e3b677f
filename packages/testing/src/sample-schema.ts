// oxlint-disable-next-line no-explicit-any -- a JSON Schema may be any JSON
export type Schema = any;

export const AN_ID = '01900000-0000-7000-8000-000000000001';
/** The first that a schema takes is its sample. */
const TEXTS = [
  'SP',
  '01310100',
  'a-sample',
  '+5511987654321',
  '#1F2A44',
  'https://example.com/a',
  // The key of an invoice.
  '35260112345678000195550010000000011000000012',
  // A digest.
  'a1'.repeat(32),
  '2026-10',
];
const FORMATS: Readonly<Record<string, string>> = {
  uuid: AN_ID,
  email: 'somebody@example.com',
  uri: 'https://example.com/a',
  date: '2026-01-02',
  'date-time': '2026-01-02T03:04:05.678Z',
};

/** With what is referred to, by the last part of its pointer, in the place of each reference. */
export function inlined(schema: Schema, definitions: Record<string, Schema>): Schema {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((one) => inlined(one, definitions));
  const { $ref, ...own } = schema;
  const referred = $ref ? definitions[$ref.slice($ref.lastIndexOf('/') + 1)] : {};
  return Object.fromEntries(
    Object.entries({ ...referred, ...own }).map(([name, value]) => [name, inlined(value, definitions)]),
  );
}

type Options = {
  /** Optional members too. */
  all?: boolean;
  /** Values of members, by their names. */
  known?: Readonly<Record<string, unknown>>;
};

/** A value that an inlined schema accepts: the required members, and all of them on request. */
export function sampleOf(schema: Schema, options: Options = {}): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && !schema.properties) {
    const choice = choices.find(({ type }: Schema) => type !== 'null');
    return sampleOf(choice, options);
  }
  if (schema.allOf) return sampleOf(Object.assign({}, ...schema.allOf), options);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, options);
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, 1) }, () => sampleOf(schema.items, options));
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
    case 'boolean':
      return true;
    default:
      return sampleText(schema);
  }
}

function sampleObject(schema: Schema, options: Options): object {
  const { all = false, known = {} } = options;
  const { properties = {}, required = [], minProperties = 0, additionalProperties } = schema;
  // Of members that exclude each other, the first.
  const [choice, ...others] = (schema.oneOf ?? []).map((one: Schema) => one.required);
  const wanted = [...required, ...(choice ?? [])];
  const needed = wanted.length < minProperties ? Object.keys(properties).slice(0, minProperties) : wanted;
  const isTaken = (name: string) => needed.includes(name) || (all && !others.flat().includes(name));
  const names = Object.keys(properties).filter(isTaken);
  const own = Object.fromEntries(names.map((name) => [name, known[name] ?? sampleOf(properties[name], options)]));
  const isDictionary = typeof additionalProperties === 'object' && Object.keys(properties).length === 0;
  return isDictionary && all ? { sample: sampleOf(additionalProperties, options) } : own;
}

function sampleText({ format, pattern, minLength = 0, maxLength = Infinity }: Schema): string {
  const known = FORMATS[format];
  if (known !== undefined) return known;
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (pattern === undefined || new RegExp(pattern).test(text));
  const found = TEXTS.find(fits) ?? TEXTS.map((text) => text.toLowerCase()).find(fits);
  if (found === undefined) throw new Error(`no sample text fits ${pattern} of ${minLength}-${maxLength} characters`);
  return found;
}
