import type { Request } from 'express';
import type { CodeOf } from './problem-codes.ts';
import { HttpProblem } from './problems.ts';

/** What may pass between a client and the object store, and which errors the store's rejections become. */
export type ProxyRule = {
  requestHeaders: readonly string[];
  responseHeaders: readonly string[];
  statuses: readonly number[];
  rejection(status: number): HttpProblem;
};

const UPLOAD_MAX_BYTES = 100 * 1024 * 1024;
/** What a presigned PUT consists of. Anything else would make it another operation: a copy, a part, a new ACL. */
const SIGNED_PARAMETERS = new Set([
  'X-Amz-Algorithm',
  'X-Amz-Content-Sha256',
  'X-Amz-Credential',
  'X-Amz-Date',
  'X-Amz-Expires',
  'X-Amz-Security-Token',
  'X-Amz-Signature',
  'X-Amz-SignedHeaders',
  'x-id',
]);
const STORE_HEADER = /^x-(?:amz|goog|oss|obs|cos|ms)-/;

export const UPLOADS: ProxyRule = {
  requestHeaders: ['content-type', 'content-length', 'content-md5'],
  responseHeaders: ['etag', 'content-length'],
  statuses: [200],
  rejection: (status) => (status >= 400 && status < 500 ? rejected() : unavailable(status)),
};

export const IMAGES: ProxyRule = {
  requestHeaders: ['range', 'if-range', 'if-none-match', 'if-modified-since'],
  responseHeaders: [
    'accept-ranges',
    'cache-control',
    'content-length',
    'content-range',
    'content-type',
    'etag',
    'last-modified',
  ],
  statuses: [200, 206, 304],
  rejection(status) {
    if (status === 416) return new HttpProblem(416, 'range_not_satisfiable', 'The picture has no such part');
    if (status >= 400 && status < 500) {
      return new HttpProblem(404, 'not_found', 'There is nothing at this address');
    }
    return unavailable(status);
  },
};

/** Why this PUT is not one that media-render signed; undefined when it may be. */
export function rejectUpload(request: Request, bucket: string): HttpProblem | undefined {
  const names = request.rawHeaders.filter((_name, at) => at % 2 === 0).map((name) => name.toLowerCase());
  const foreign = names.find((name) => STORE_HEADER.test(name));
  if (foreign) return bad('header_not_allowed', 'Send only the headers that came with the upload address');
  // Some clients repeat a query that is in the address already.
  const isJoined = request.get('content-type')?.includes(',');
  if (isJoined || names.filter((name) => name === 'content-type').length > 1) {
    return bad('duplicate_header', 'Send exactly one Content-Type header');
  }
  if (!isKeyOf(bucket, request.path)) return new HttpProblem(404, 'not_found', 'There is nothing at this address');

  const parameters = [...new URL(request.originalUrl, 'http://gateway').searchParams.keys()];
  const isPlain = parameters.every((name) => SIGNED_PARAMETERS.has(name));
  if (!isPlain || new Set(parameters).size < parameters.length || !parameters.includes('X-Amz-Signature')) {
    return bad('upload_refused', 'Use the upload address exactly as it was given');
  }
  return rejectLength(request.get('content-length'));
}

function rejectLength(length: string | undefined): HttpProblem | undefined {
  if (length === undefined) return new HttpProblem(411, 'length_required', 'Send a Content-Length header');
  if (Number(length) > UPLOAD_MAX_BYTES) return new HttpProblem(413, 'body_too_large', 'A file has at most 100 MB');
  return undefined;
}

/** A key of ours is made of plain words, so nothing in it can mean another place. */
const isKeyOf = (bucket: string, path: string): boolean =>
  path.startsWith(`/${bucket}/`) && /^(?:\/[\w-][\w.-]*)+$/.test(path.slice(bucket.length + 1));

const bad = (code: CodeOf<400>, message: string) => new HttpProblem(400, code, message);

const rejected = () =>
  new HttpProblem(
    403,
    'upload_refused',
    'The upload does not fit its address: it has expired, or content type or length are not those announced',
  );

const unavailable = (status: number) =>
  new HttpProblem(502, 'storage_failed', 'Storage did not take the request; try again', {
    cause: new Error(`storage answered ${status}`),
  });
