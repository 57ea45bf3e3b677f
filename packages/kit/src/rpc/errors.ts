import { DomainError, type ErrorDetails, type ErrorKind } from '@estampa/kernel/errors';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** The one table between our kinds of rejection and gRPC statuses. */
const STATUS_OF: Readonly<Record<ErrorKind, status>> = {
  invalid: status.INVALID_ARGUMENT,
  wrong_state: status.FAILED_PRECONDITION,
  unauthenticated: status.UNAUTHENTICATED,
  forbidden: status.PERMISSION_DENIED,
  not_found: status.NOT_FOUND,
  conflict: status.ALREADY_EXISTS,
  mismatch: status.OUT_OF_RANGE,
  limited: status.RESOURCE_EXHAUSTED,
  busy: status.RESOURCE_EXHAUSTED,
  unavailable: status.UNAVAILABLE,
};

const REJECTION = 'estampa-refusal-bin';
/** A rejection bounds its field errors itself; this is for anything else that its details may contain. */
const REJECTION_BYTES_MAX = 20 * 1024;

type Rejection = { kind: ErrorKind; reason: string; details: ErrorDetails };

/** gRPC's signal to clients with a retry policy: this is a response, so an immediate retry is of no use. */
const NO_RETRY = ['grpc-retry-pushback-ms', '-1'] as const;

export function toServiceError(error: DomainError): Partial<ServiceError> & { code: status } {
  const metadata = new Metadata();
  const { kind, reason, details } = error;
  const encoded = encode({ kind, reason, details });
  metadata.set(REJECTION, encoded.length <= REJECTION_BYTES_MAX ? encoded : encode({ kind, reason, details: {} }));
  metadata.set(...NO_RETRY);
  return { code: STATUS_OF[kind], details: error.message, metadata };
}

const encode = (rejection: Rejection): Buffer => Buffer.from(JSON.stringify(rejection));

/** A rejection of the other side becomes the same DomainError here; anything else stays what it is. */
export function fromServiceError(error: ServiceError): Error {
  const rejection = error.metadata?.get(REJECTION)[0];
  if (!rejection) return error;
  const { kind, reason, details } = JSON.parse(rejection.toString()) as Rejection;
  return new DomainError(kind, reason, error.details, details);
}

export const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && 'code' in error && 'details' in error && 'metadata' in error;

/** What an unreachable or slow service means for our own caller. */
const PASSED_ON: readonly (status | undefined)[] = [
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  status.CANCELLED,
  status.RESOURCE_EXHAUSTED,
];

/** A dependency other than our services, such as object storage, is away or too slow: our caller may come again. */
export class UnavailableDependency extends Error {
  override readonly name = 'UnavailableDependency';
}

/** An error that is no rejection: of an unknown one only that it happened leaves the process. */
export function toFailure(error: unknown): Partial<ServiceError> & { code: status } {
  const metadata = new Metadata();
  metadata.set(...NO_RETRY);
  const code = failureCode(error);
  return { code, details: code === status.INTERNAL ? 'internal error' : 'a service behind did not answer', metadata };
}

function failureCode(error: unknown): status {
  if (error instanceof UnavailableDependency) return status.UNAVAILABLE;
  return isServiceError(error) && PASSED_ON.includes(error.code) ? error.code : status.INTERNAL;
}
