/**
 * An OpenAPI 3.1 document in the words of 3.0, for showing it. The library resolves the newer dialect anew for every
 * operation that is opened, which takes seconds for a document of this size; the older one takes none.
 */
export const inOlderDialect = (description) => ({ ...translated(description), openapi: '3.0.4' });

function translated(part) {
  if (Array.isArray(part)) return part.map(translated);
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(Object.entries(nullable(part)).flatMap(translatedEntry));
}

/** `anyOf` with null, or a list of types with null, is what `nullable` says. */
function nullable(schema) {
  const { anyOf, type, ...rest } = schema;
  if (Array.isArray(anyOf) && anyOf.some(isNull)) {
    const others = anyOf.filter((one) => !isNull(one));
    return others.length === 1 ? { ...rest, ...others[0], nullable: true } : { ...rest, anyOf: others, nullable: true };
  }
  if (!Array.isArray(type)) return schema;
  const [first = 'string'] = type.filter((one) => one !== 'null');
  return { ...rest, type: first, ...(type.includes('null') && { nullable: true }) };
}

const isNull = ({ type }) => type === 'null';

function translatedEntry([name, value]) {
  if (name === 'const' && typeof value !== 'object') return [['enum', [value]]];
  if (name === 'exclusiveMinimum' && typeof value === 'number')
    return [
      ['minimum', value],
      ['exclusiveMinimum', true],
    ];
  if (name === 'exclusiveMaximum' && typeof value === 'number')
    return [
      ['maximum', value],
      ['exclusiveMaximum', true],
    ];
  if (name === 'examples' && Array.isArray(value)) return [['example', value[0]]];
  return [[name, translated(value)]];
}
