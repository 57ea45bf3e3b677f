import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Json, ref } from './json.ts';

type Io = 'input' | 'output';
type Written = Json & { $defs?: Json; properties?: Json; required?: string[]; items?: Json };

/** What a paged list returns beside its items. */
const LIST_MEMBERS = ['total,skip,limit', 'total,skip,limit,nextCursor'];

/** The schemas of the document: what has an id stands once, under its name. */
export class ComponentSchemas {
  readonly all: Record<string, Json> = {};

  /** Puts a schema under its own id, else the name of the list that it is, else `otherwise`; gives the reference. */
  add(schema: z.ZodType, io: Io, otherwise: string): Json {
    const { id, written } = this.#write(schema, io);
    // A reference with a word of its own beside it is a schema too.
    if (id === undefined && typeof written['$ref'] === 'string') return written;
    const name = id ?? listName(written) ?? otherwise;
    this.#store(name, written);
    return ref('schemas', name);
  }

  /** The members of an object that stands for none itself: parameters. */
  members(schema: z.ZodType): { name: string; required: boolean; schema: Json }[] {
    const { properties = {}, required = [] } = this.#write(schema, 'input').written;
    return Object.entries(properties).map(([name, member]) => ({
      name,
      required: required.includes(name),
      schema: member as Json,
    }));
  }

  #write(schema: z.ZodType, io: Io): { id: string | undefined; written: Written } {
    const generated = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify }) as Written;
    const { $schema: _, $defs = {}, id, ...written } = pointedAtComponents(generated);
    for (const [name, { id: _id, ...definition }] of Object.entries($defs as Record<string, Json>)) {
      this.#store(name, definition);
    }
    return { id: id as string | undefined, written };
  }

  #store(name: string, written: Json): void {
    const known = this.all[name];
    if (known && !isDeepStrictEqual(known, written)) {
      throw new Error(`two schemas are called ${name}: ${JSON.stringify(known)} and ${JSON.stringify(written)}`);
    }
    this.all[name] = written;
  }
}

/** Leaves out what informs no client, and what would stop them from understanding a member that is added later. */
function simplify({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Json }): void {
  const schema = jsonSchema;
  // Not written by itself where a text is made a number.
  if (zodSchema instanceof z.ZodDefault) schema['default'] ??= zodSchema.def.defaultValue;
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  // Beside a reference it is that of the schema referred to.
  if (schema['format'] !== undefined || schema['$ref'] !== undefined) delete schema['pattern'];
  if (schema['propertyNames']) delete schema['propertyNames'];
  for (const [name, value] of Object.entries(schema)) if (value === undefined) delete schema[name];
}

const pointedAtComponents = (written: Written): Written =>
  JSON.parse(JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/')) as Written;

/** `UserList` of what is nothing but a part of all users. */
function listName({ properties = {} }: Written): string | undefined {
  const [plural, ...others] = Object.keys(properties);
  if (plural === undefined || !LIST_MEMBERS.includes(others.join())) return undefined;
  const item = (properties[plural] as Written).items?.['$ref'];
  return typeof item === 'string' ? `${item.slice(item.lastIndexOf('/') + 1)}List` : undefined;
}
