import { DomainError, type FieldError } from '@estampa/kernel/errors';

type Update = { updateMask?: readonly string[] | undefined };

/** What naming a field without a value does: it is cleared, or that is rejected. */
type Rule = 'clearable' | 'required';

/**
 * Says of each field of an update what clearing it means: `clearable` is what the change takes null for, so that a new field
 * cannot be declared otherwise by mistake. A field that the request has and the change does not know, or that is not said here,
 * stops the type check.
 */
export type UpdateFields<Request extends Update, Ids extends keyof Request, Change> = {
  readonly [K in Exclude<keyof Request & string, Ids | 'updateMask'>]: K extends keyof Change
    ? RuleOf<Request[K], Change[K]>
    : never;
};

/** What a list means is its own matter: it is never without a value. */
type RuleOf<Value, Change> = undefined extends Value ? (null extends Change ? 'clearable' : 'required') : Rule;

type Changes<Request, Fields> = {
  [K in keyof Fields & keyof Request]?: Exclude<Request[K], undefined> | (Fields[K] extends 'required' ? never : null);
};

/** What an update names: a field named without a value is null, one that is not named stays out. */
export function changesIn<Request extends Update, Fields extends { readonly [name: string]: Rule }>(
  request: Request,
  fields: Fields,
): Changes<Request, Fields> {
  const names = new Map(Object.keys(fields).map((name) => [maskPath(name), name]));
  const values = request as Readonly<Record<string, unknown>>;
  const problems = (request.updateMask ?? []).flatMap((path): FieldError[] => {
    const name = names.get(path);
    if (name === undefined) return [{ path, code: 'unknown_field', message: 'is no field that can be changed' }];
    const isMissing = fields[name] === 'required' && values[name] === undefined;
    return isMissing ? [{ path: name, code: 'required', message: 'cannot be cleared' }] : [];
  });
  if (problems.length > 0) {
    const detail = problems.map(({ path, message }) => `${path} ${message}`).join('; ');
    throw new DomainError('invalid', 'validation_failed', detail, { fields: problems });
  }
  const named = (request.updateMask ?? []).map((path) => names.get(path)!);
  return Object.fromEntries(named.map((name) => [name, values[name] ?? null])) as Changes<Request, Fields>;
}

type Masked<Body> = { updateMask: string[] } & {
  [K in keyof Required<Body>]: Exclude<Body[K], null>;
};

/** The fields of an update as a client sent them: what is undefined was not sent, null clears. */
export function maskedUpdate<Body extends object>(body: Body): Masked<Body> {
  const sent = Object.entries(body).filter(([, value]) => value !== undefined);
  const values = Object.fromEntries(sent.map(([name, value]) => [name, (value as unknown) ?? undefined]));
  return { ...values, updateMask: sent.map(([name]) => maskPath(name)) } as Masked<Body>;
}

/** A field as masks name it, in the words of the contract: `storeName` is `store_name`. */
const maskPath = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
