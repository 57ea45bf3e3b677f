// oxlint-disable-next-line no-explicit-any -- a document is arbitrary JSON
type Json = any;

/** What a schema is for: what clients send must still be taken, what they read must still be there. */
type Direction = 'sent' | 'read';

const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const DEPTH_MAX = 40;

/** How an OpenAPI document would break clients that were written by an earlier one, a sentence each; none is good. */
export function breakingChanges(released: Json, present: Json): string[] {
  return Object.entries<Json>(released.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).flatMap(([method, before]) => {
      const after = present.paths[path]?.[method];
      const where = `${method.toUpperCase()} ${path}`;
      if (!after) return [`${where} is gone`];
      return [...new Set(new Comparison(released, present).operation(before, after))].map(
        (change) => `${where}: ${change}`,
      );
    }),
  );
}

class Comparison {
  readonly #released: Json;
  readonly #present: Json;

  constructor(released: Json, present: Json) {
    this.#released = released;
    this.#present = present;
  }

  *operation(before: Json, after: Json): Generator<string> {
    if (before.operationId !== after.operationId) yield `it was called ${before.operationId}`;
    if (before['x-auth'] !== after['x-auth']) yield `who may call changed from ${before['x-auth']}`;
    yield* this.#parameters(before.parameters ?? [], after.parameters ?? []);
    yield* this.#body(before.requestBody, after.requestBody);
    yield* this.#responses(before.responses, after.responses);
  }

  *#parameters(before: Json[], after: Json[]): Generator<string> {
    const known = new Map(
      before.map((one) => this.#resolve(one, 'before')).map((one) => [`${one.in} ${one.name}`, one]),
    );
    for (const one of after.map((parameter) => this.#resolve(parameter, 'after'))) {
      const earlier = known.get(`${one.in} ${one.name}`);
      if (one.required && !earlier?.required) yield `the parameter ${one.name} must be sent`;
      if (earlier) yield* this.#schema(earlier.schema, one.schema, 'sent', one.name);
    }
  }

  *#body(before: Json, after: Json): Generator<string> {
    if (after?.required && !before?.required) yield 'a body must be sent';
    for (const [type, { schema }] of Object.entries<Json>(before?.content ?? {})) {
      const now = after?.content?.[type];
      if (now) yield* this.#schema(schema, now.schema, 'sent', 'body');
      else yield `a body of ${type} is not taken`;
    }
  }

  *#responses(before: Json, after: Json): Generator<string> {
    for (const [status, response] of Object.entries<Json>(before).filter(([one]) => one.startsWith('2'))) {
      const now = this.#resolve(after[status] ?? {}, 'after');
      if (!after[status]) yield `the answer ${status} is gone`;
      for (const [type, { schema }] of Object.entries<Json>(this.#resolve(response, 'before').content ?? {})) {
        if (now.content?.[type]) yield* this.#schema(schema, now.content[type].schema, 'read', 'answer');
        else if (after[status]) yield `the answer ${status} is no longer ${type}`;
      }
    }
    for (const status of Object.keys(after)) {
      if (status.startsWith('2') && !before[status]) yield `the answer ${status} is new`;
    }
  }

  *#schema(one: Json, other: Json, direction: Direction, at: string, depth = 0): Generator<string> {
    const [before, present] = [this.#resolve(one, 'before'), this.#resolve(other, 'after')];
    if (depth > DEPTH_MAX || !before || !present) return;
    const after = direction === 'sent' && !before.anyOf ? this.#withoutNull(present) : present;
    if (direction === 'read' && before.properties && (after.anyOf ?? after.oneOf)) {
      yield* this.#oneOfSeveral(before, after.anyOf ?? after.oneOf, at, depth);
      return;
    }
    yield* types(before, after, direction, at);
    if (direction === 'sent') yield* bounds(before, after, at);
    yield* this.#members(before, after, direction, at, depth);
    if (before.items && after.items) yield* this.#schema(before.items, after.items, direction, `${at}[]`, depth + 1);
    const [dictionary, dictionaryNow] = [before.additionalProperties, after.additionalProperties];
    if (typeof dictionary === 'object' && typeof dictionaryNow === 'object') {
      yield* this.#schema(dictionary, dictionaryNow, direction, `${at}.*`, depth + 1);
    }
    const [choices, choicesNow] = [before.anyOf ?? before.oneOf ?? [], after.anyOf ?? after.oneOf ?? []];
    for (const [index, choice] of choices.entries()) {
      if (choicesNow[index]) yield* this.#schema(choice, choicesNow[index], direction, at, depth + 1);
    }
  }

  /** What was one kind is one of several now, as an enumeration that grew: that kind must be as it was. */
  *#oneOfSeveral(before: Json, choices: readonly Json[], at: string, depth: number): Generator<string> {
    if (choices.some((choice) => this.#resolve(choice, 'after').type === 'null')) yield `${at} may be null`;
    const complaints = choices.map((choice) => [...this.#schema(before, choice, 'read', at, depth + 1)]);
    if (!complaints.some((list) => list.length === 0)) yield* complaints[0]!;
  }

  *#members(before: Json, after: Json, direction: Direction, at: string, depth: number): Generator<string> {
    const [required, requiredNow] = [before.required ?? [], after.required ?? []];
    if (direction === 'sent') {
      for (const name of requiredNow.filter((one: string) => !required.includes(one)))
        yield `${at}.${name} must be sent`;
    }
    for (const [name, member] of Object.entries<Json>(before.properties ?? {})) {
      const now = after.properties?.[name];
      if (now) yield* this.#schema(member, now, direction, `${at}.${name}`, depth + 1);
      else if (direction === 'read') yield `${at}.${name} is gone`;
      if (now && direction === 'read' && required.includes(name) && !requiredNow.includes(name)) {
        yield `${at}.${name} may be missing`;
      }
    }
  }

  /** The schema next to `null` in a union of the two. Making a request member nullable breaks no client. */
  #withoutNull(schema: Json): Json {
    const { anyOf = [], ...own } = schema;
    const others = anyOf.filter(({ type }: Json) => type !== 'null');
    return others.length === 1 && anyOf.length === 2 ? { ...own, ...this.#resolve(others[0], 'after') } : schema;
  }

  /** What a reference stands for, with what is said beside it. */
  #resolve(part: Json, side: 'before' | 'after'): Json {
    if (typeof part?.$ref !== 'string') return part;
    const { $ref, ...own } = part;
    const document = side === 'before' ? this.#released : this.#present;
    const [kind, name] = $ref.split('/').slice(-2);
    return { ...this.#resolve(document.components[kind][name], side), ...own };
  }
}

function* types(before: Json, after: Json, direction: Direction, at: string): Generator<string> {
  const [wide, narrow] = direction === 'sent' ? [after, before] : [before, after];
  const missing = typesOf(narrow).filter((type) => !typesOf(wide).includes(type) && !isInteger(type, wide));
  if (missing.length > 0 && typesOf(wide).length > 0) yield `${at} is no longer ${typesOf(before).join(' or ')}`;
  if (before.format !== after.format && (direction === 'read' || after.format)) yield `the format of ${at} changed`;
  const gone = direction === 'sent' && after.enum ? (before.enum ?? ['anything']) : [];
  for (const word of gone.filter((one: string) => !after.enum.includes(one))) yield `${at} no longer takes ${word}`;
}

/** Null counts where one of several choices is nothing else. */
const typesOf = (schema: Json): string[] => [
  ...[schema.type ?? []].flat(),
  ...(schema.anyOf ?? []).filter(({ type }: Json) => type === 'null').map(() => 'null'),
];

const isInteger = (type: string, wide: Json): boolean => type === 'integer' && typesOf(wide).includes('number');

function* bounds(before: Json, after: Json, at: string): Generator<string> {
  for (const name of LOWER_BOUNDS) {
    if ((after[name] ?? -Infinity) > (before[name] ?? (name === 'minimum' ? -Infinity : 0)))
      yield `${name} of ${at} rose`;
  }
  for (const name of UPPER_BOUNDS) {
    if ((after[name] ?? Infinity) < (before[name] ?? Infinity)) yield `${name} of ${at} fell`;
  }
  if (after.pattern && after.pattern !== before.pattern) yield `the pattern of ${at} changed`;
}
