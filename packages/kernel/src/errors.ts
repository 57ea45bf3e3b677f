/** What went wrong, in words that mean the same in every service and protocol. */
export const ERROR_KINDS = [
  'invalid',
  'wrong_state',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'mismatch',
  'limited',
  'busy',
  'unavailable',
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

/** One failing field: `path` like `shipping.cep` or `items[0].quantity`. */
export type FieldError = { path: string; code: string; message: string };

export type ErrorDetails = {
  fields?: readonly FieldError[];
  /** Further members of the problem body, such as the id of an order that can be continued. */
  members?: Readonly<Record<string, string | number>>;
  /** When it is worth trying again; becomes the Retry-After of the response. */
  retryAfterSeconds?: number;
  /** How many requests a caller may send before it has to wait; becomes the RateLimit headers of the response. */
  rateLimit?: number;
};

/** Field errors in one response; the message counts the rest. */
export const FIELD_ERRORS_MAX = 50;
/** All field errors of a rejection in sum, as JSON: they travel in a header. */
export const FIELD_ERRORS_BYTES_MAX = 16 * 1024;
export const MESSAGE_CHARS_MAX = 500;

/**
 * A rejection with a reason a client can act on: `reason` is a stable snake_case slug, `message` a sentence for people.
 * However much is wrong, the response stays bounded.
 */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly reason: string;
  readonly details: ErrorDetails;

  /** A cause is what went wrong behind a rejection, for our logs alone. */
  constructor(kind: ErrorKind, reason: string, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    const reported = bounded(message, details.fields);
    super(reported.message, options);
    this.name = 'DomainError';
    this.kind = kind;
    this.reason = reason;
    this.details = { ...details, ...(reported.fields && { fields: reported.fields }) };
  }
}

type Reported = { message: string; fields: readonly FieldError[] | undefined };

/** The one place that bounds a rejection; the gateway's own rejections pass here too. */
export function bounded(message: string, fields: readonly FieldError[] | undefined): Reported {
  const reported = fields && fitting(fields);
  const left = (fields?.length ?? 0) - (reported?.length ?? 0);
  const more = left > 0 ? ` (+${left} more)` : '';
  return { message: clip(message, MESSAGE_CHARS_MAX - more.length) + more, fields: reported };
}

/** As many as fit, from the first. */
function fitting(fields: readonly FieldError[]): readonly FieldError[] {
  const reported: FieldError[] = [];
  let bytes = 0;
  for (const { path, code, message } of fields.slice(0, FIELD_ERRORS_MAX)) {
    const field = { path: clip(path, PATH_CHARS_MAX), code, message: clip(message, MESSAGE_CHARS_MAX) };
    bytes += new TextEncoder().encode(JSON.stringify(field)).length;
    if (bytes > FIELD_ERRORS_BYTES_MAX) break;
    reported.push(field);
  }
  return reported;
}

const PATH_CHARS_MAX = 200;

/** Never half a character, which no header can carry. */
const clip = (text: string, chars: number): string =>
  (text.length <= chars ? text : `${text.slice(0, chars - 1)}…`).toWellFormed();

export const notFound = (what: string, id: string): DomainError =>
  new DomainError('not_found', 'not_found', `There is no ${what} ${id}`);

/** An id in a body that names nothing, or something of another user's: the response does not say which. */
export const unknownReference = (path: string, what: string): DomainError =>
  new DomainError('invalid', 'unknown_reference', `${path} names no ${what} that can be used here`, {
    fields: [{ path, code: 'unknown_reference', message: `names no ${what} that can be used here` }],
  });

export const wrongState = (message: string): DomainError => new DomainError('wrong_state', 'wrong_state', message);

export const alreadyExists = (message: string): DomainError => new DomainError('conflict', 'already_exists', message);
