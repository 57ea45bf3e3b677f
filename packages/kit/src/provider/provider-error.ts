/**
 * ambiguous: it may have taken effect; unsent: it has not; retryable: try again later; rejected: will never succeed as requested;
 * auth: our configuration is wrong; not_found: no such object.
 */
export type ProviderFailure = 'ambiguous' | 'unsent' | 'retryable' | 'rejected' | 'auth' | 'not_found';

export class ProviderError extends Error {
  readonly failure: ProviderFailure;
  readonly httpStatus: number | null;
  /** The provider's own codes: for logs, never for a response. */
  readonly codes: readonly string[];
  /** How long to wait before the next request. */
  readonly retryAfterMs: number;

  constructor(
    failure: ProviderFailure,
    message: string,
    httpStatus: number | null = null,
    codes: string[] = [],
    retryAfterMs = 0,
  ) {
    super(message);
    this.name = 'ProviderError';
    this.failure = failure;
    this.httpStatus = httpStatus;
    this.codes = codes;
    this.retryAfterMs = retryAfterMs;
  }
}
