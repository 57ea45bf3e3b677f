import { DomainError, ERROR_KINDS, type ErrorDetails, type ErrorKind } from '@estampa/kernel/errors';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** The one table between our kinds of refusal and gRPC statuses. */
const STATUS_OF: Readonly<Record<ErrorKind, status>> = {
  invalid: status.INVALID_ARGUMENT,
  wrong_state: status.FAILED_PRECONDITION,
  unauthenticated: status.UNAUTHENTICATED,
  forbidden: status.PERMISSION_DENIED,
  not_found: status.NOT_FOUND,
  conflict: status.ALREADY_EXISTS,
  mismatch: status.OUT_OF_RANGE,
  limited: status.RESOURCE_EXHAUSTED,
  unavailable: status.UNAVAILABLE,
};

const REFUSAL = 'estampa-refusal-bin';
/** A refusal bounds its field errors itself; this is for whatever else somebody may put into one. */
const REFUSAL_BYTES_MAX = 20 * 1024;

type Refusal = { reason: string; details: ErrorDetails };

export function toServiceError(error: DomainError): Partial<ServiceError> {
  const metadata = new Metadata();
  const whole = encode({ reason: error.reason, details: error.details });
  const bytes = whole.length <= REFUSAL_BYTES_MAX ? whole : encode({ reason: error.reason, details: {} });
  metadata.set(REFUSAL, bytes);
  return { code: STATUS_OF[error.kind], details: error.message, metadata };
}

const encode = (refusal: Refusal): Buffer => Buffer.from(JSON.stringify(refusal));

/** A refusal of the other side becomes the same DomainError here; anything else stays what it is. */
export function fromServiceError(error: ServiceError): Error {
  const refusal = error.metadata?.get(REFUSAL)[0];
  const kind = ERROR_KINDS.find((candidate) => STATUS_OF[candidate] === error.code);
  if (!refusal || !kind) return error;

  const { reason, details } = JSON.parse(refusal.toString()) as Refusal;
  return new DomainError(kind, reason, error.details, details);
}

export const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && 'code' in error && 'details' in error && 'metadata' in error;
