export type RejectionKind = 'invalid' | 'not_found' | 'conflict';

/** A request that the provider would reject; each protocol has an error format of its own. */
export class Rejection extends Error {
  readonly kind: RejectionKind;
  readonly code: string;

  constructor(kind: RejectionKind, code: string, message: string) {
    super(message);
    this.name = 'Rejection';
    this.kind = kind;
    this.code = code;
  }
}
