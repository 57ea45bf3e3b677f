/** As far as the OpenAPI document uses it. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly description?: string;
};

/** A schema as a TypeScript type. */
export function typeOf(schema: JsonSchema | undefined): string {
  if (schema === undefined) return 'unknown';
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const oneOf = schema.anyOf ?? schema.oneOf;
  if (oneOf) return union(oneOf.map(typeOf));
  if (schema.allOf) return schema.allOf.map((part) => grouped(typeOf(part))).join(' & ');
  if (schema.format === 'binary') return 'Blob';
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? 'unknown' : union(types.map((type) => plainType(type, schema)));
}

function plainType(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `${grouped(typeOf(schema.items))}[]`;
    case 'object':
      return objectType(schema);
    default:
      throw new Error(`a schema has the type ${type}, which is not known here`);
  }
}

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const members = Object.entries(properties).map(([name, member]) => ({
    name,
    type: typeOf(member),
    isRequired: required.includes(name),
    about: member.description,
  }));
  if (members.length > 0) return membersType(members);
  return typeof additionalProperties === 'object'
    ? `{ [key: string]: ${typeOf(additionalProperties)} }`
    : '{ [key: string]: unknown }';
}

export type Member = { name: string; type: string; isRequired: boolean; about?: string | undefined };

export const membersType = (members: readonly Member[]): string =>
  `{ ${members
    .map(({ name, type, isRequired, about }) => `${comment(about)}${key(name)}${isRequired ? '' : '?'}: ${type};`)
    .join(' ')} }`;

/** What follows `#/components/schemas/`. */
export const nameOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

export const comment = (about: string | undefined): string =>
  about ? `/** ${about.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */ ` : '';

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
const grouped = (type: string): string => (/ [|&] /.test(outsideOfBraces(type)) ? `(${type})` : type);

function outsideOfBraces(type: string): string {
  let depth = 0;
  let outside = '';
  for (const character of type) {
    if (character === '}') depth -= 1;
    if (depth === 0) outside += character;
    if (character === '{') depth += 1;
  }
  return outside;
}
