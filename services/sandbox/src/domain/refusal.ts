export type RefusalKind = 'invalid' | 'not_found' | 'conflict';

/** A request that the provider would refuse; each protocol answers it in its own shape. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly code: string;

  constructor(kind: RefusalKind, code: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.kind = kind;
    this.code = code;
  }
}
