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
  'unavailable',
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

/** One failing field: `path` like `shipping.cep` or `items[0].quantity`. */
export type FieldError = { path: string; code: string; message: string };

export type ErrorDetails = {
  fields?: readonly FieldError[];
  /** Further members of the problem body, such as the id of an order that can be continued. */
  members?: Readonly<Record<string, string>>;
};

/** A refusal with a reason a client can act on: `reason` is a stable snake_case slug, `message` a sentence for people. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly reason: string;
  readonly details: ErrorDetails;

  constructor(kind: ErrorKind, reason: string, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'DomainError';
    this.kind = kind;
    this.reason = reason;
    this.details = details;
  }
}

export const notFound = (what: string, id: string): DomainError =>
  new DomainError('not_found', 'not_found', `There is no ${what} ${id}`);

/** An id in a body that names nothing, or something of somebody else's: the answer does not tell which. */
export const unknownReference = (path: string, what: string): DomainError =>
  new DomainError('invalid', 'unknown_reference', `${path} names no ${what} that can be used here`, {
    fields: [{ path, code: 'unknown_reference', message: `names no ${what} that can be used here` }],
  });

export const wrongState = (message: string): DomainError => new DomainError('wrong_state', 'wrong_state', message);

export const alreadyExists = (message: string): DomainError => new DomainError('conflict', 'already_exists', message);
