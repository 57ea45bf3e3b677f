import { STATUS_CODES } from 'node:http';
import { status as grpcStatus } from '@grpc/grpc-js';
import { bounded, DomainError, type ErrorKind, type FieldError } from '@estampa/kernel/errors';
import { isServiceError } from '@estampa/kit/rpc/errors';
import type { z } from 'zod';
import type { CodeOf, RejectionStatus } from './problem-codes.ts';

/** The one table between our kinds of rejection and HTTP. */
const HTTP_OF: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  wrong_state: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  mismatch: 422,
  limited: 429,
  busy: 503,
  unavailable: 503,
};

/** A rejection made at the edge itself. */
export class HttpProblem<Status extends RejectionStatus = RejectionStatus> extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: readonly FieldError[] | undefined;

  constructor(
    status: Status,
    code: CodeOf<Status>,
    message: string,
    more: { headers?: Record<string, string>; fields?: readonly FieldError[]; cause?: unknown } = {},
  ) {
    const reported = bounded(message, more.fields);
    super(reported.message, { cause: more.cause });
    this.status = status;
    this.code = code;
    this.headers = more.headers ?? {};
    this.fields = reported.fields;
  }
}

/** RFC 9457, with `message` repeating `detail` for clients that read that. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  message: string;
  errors?: readonly FieldError[];
  requestId: string;
};

/** Any error as a problem body; what is not known to us is withheld. */
export function toProblem(error: unknown, requestId: string): Problem {
  const { status, code, message, fields = [], members } = describe(error);
  return {
    ...members,
    type: `urn:estampa:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    detail: message,
    message,
    ...(fields.length > 0 && { errors: fields }),
    requestId,
  };
}

/** What a rejection says beside its body, such as when to come again. */
export function problemHeaders(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof HttpProblem) return error.headers;
  if (!(error instanceof DomainError) || error.details.retryAfterSeconds === undefined) return {};
  const { retryAfterSeconds, rateLimit } = error.details;
  const seconds = String(Math.max(1, Math.ceil(retryAfterSeconds)));
  if (rateLimit === undefined) return { 'Retry-After': seconds };
  return {
    'Retry-After': seconds,
    'RateLimit-Limit': String(rateLimit),
    'RateLimit-Remaining': '0',
    'RateLimit-Reset': seconds,
  };
}

type Description = {
  status: number;
  code: string;
  message: string;
  fields?: readonly FieldError[] | undefined;
  members?: Readonly<Record<string, string | number>> | undefined;
};

function describe(error: unknown): Description {
  if (error instanceof HttpProblem) return error;
  if (error instanceof DomainError) {
    const { fields, members } = error.details;
    return { status: HTTP_OF[error.kind], code: error.reason, message: error.message, fields, members };
  }
  if (isServiceError(error) && error.code === grpcStatus.DEADLINE_EXCEEDED) {
    return { status: 504, code: 'deadline_exceeded', message: 'The answer took too long; try again' };
  }
  if (isServiceError(error) && error.code === grpcStatus.UNAVAILABLE) {
    return { status: 503, code: 'service_unavailable', message: 'A part of the service cannot be reached; try again' };
  }
  return fromFramework(error) ?? { status: 500, code: 'internal_error', message: 'Something went wrong on our side' };
}

/** Express and its body parser report the kind of an error by `status`, and often its cause by `type`. */
function fromFramework(error: unknown): Description | null {
  const { type = '', status = 500, limit } = (error ?? {}) as { type?: string; status?: unknown; limit?: number };
  if (error instanceof URIError) return { status: 404, code: 'not_found', message: 'There is nothing at this address' };
  switch (type) {
    case 'entity.parse.failed':
      return { status: 400, code: 'malformed_json', message: 'The body is not valid JSON' };
    case 'entity.too.large':
      return { status: 413, code: 'body_too_large', message: `The body is larger than ${bytesInWords(limit ?? 0)}` };
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return { status: 415, code: 'unsupported_media_type', message: 'The body must be UTF-8 JSON' };
    default:
      return typeof status === 'number' && status >= 400 && status < 500
        ? { status, code: 'bad_request', message: 'The request cannot be read' }
        : null;
  }
}

const KIB = 1024;

const bytesInWords = (bytes: number): string =>
  bytes >= KIB * KIB ? `${bytes / KIB / KIB} MB` : `${Math.floor(bytes / KIB)} KB`;

export function validationFailed(issues: readonly z.core.$ZodIssue[]): HttpProblem {
  const fields = issues.map(toFieldError);
  const names = fields.map(({ path }) => path).join(', ');
  return new HttpProblem(400, 'validation_failed', `Some fields are not valid: ${names}`, { fields });
}

const toFieldError = (issue: z.core.$ZodIssue): FieldError => {
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  const path = pathOf(issue.path) || 'body';
  if (isMissing) return { path, code: 'required', message: 'is required' };
  const own = issue.code === 'custom' ? (issue.params?.['code'] as string | undefined) : undefined;
  const isNoValue = issue.code === 'custom' || isNoWord(issue);
  return { path, code: own ?? (isNoValue ? 'invalid_value' : issue.code), message: issue.message };
};

/** Where some words and texts of a form are taken, what is neither is rejected as where the words alone are. */
const isNoWord = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_union' &&
  issue.errors.some(([first]) => first?.code === 'invalid_value' && first.path.length === 0);

/** `items[0].quantity` */
const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text ? `${text}.${String(part)}` : String(part);
  }, '');
