import { type Json, ref } from './json.ts';
import { joined, type Rejections } from '../http/problem-codes.ts';
import type { ProblemResponses } from './problem-responses.ts';

const KEY: Json = {
  name: 'key',
  in: 'path',
  required: true,
  description: 'With its slashes as they are',
  schema: { type: 'string' },
};

const headers = (...names: string[]): Json =>
  Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, ref('headers', name)]));

const UPLOAD: Rejections = {
  400: ['header_not_allowed', 'duplicate_header', 'upload_refused'],
  403: ['upload_refused'],
  404: ['not_found'],
  411: ['length_required'],
  413: ['body_too_large'],
};
const IMAGE: Rejections = { 404: ['not_found'], 416: ['range_not_satisfiable'] };
const STORE: Rejections = { 502: ['storage_failed'], 503: ['storage_unavailable'] };

const binary = { schema: { format: 'binary' } };

/** What passes through to the object store, beside the route table. */
export const filePaths = (problems: ProblemResponses): Record<string, Json> => ({
  '/storage/{key}': {
    put: {
      operationId: 'uploadFile',
      summary: 'PUT a file to a presigned address',
      description:
        'The address is used as it is, with its query, and with the headers of the presign response: it is what allows the upload, for a while and once.',
      tags: ['Files'],
      security: [],
      'x-auth': 'none',
      parameters: [
        KEY,
        {
          name: 'X-Amz-Signature',
          in: 'query',
          required: true,
          description: 'With all other parameters of the address',
          schema: { type: 'string' },
        },
      ],
      requestBody: {
        required: true,
        content: { 'image/png': binary, 'image/jpeg': binary, 'image/webp': binary },
      },
      responses: {
        200: { description: 'The file is there; complete it now', headers: headers('ETag') },
        ...problems.of('uploadFile', joined(UPLOAD, STORE)),
      },
    },
  },
  '/cdn/{key}': {
    get: {
      operationId: 'getPicture',
      summary: 'A public image',
      description: 'As addresses in other responses name it; another image has another address. Ranges are supported.',
      tags: ['Files'],
      security: [],
      'x-auth': 'none',
      parameters: [
        KEY,
        { name: 'Range', in: 'header', description: 'A part of the file', schema: { type: 'string' } },
        ref('parameters', 'IfNoneMatch'),
      ],
      responses: {
        200: { description: 'The image', headers: headers('ETag', 'Cache-Control'), content: { 'image/*': binary } },
        206: { description: 'A part of it', headers: headers('ETag'), content: { 'image/*': binary } },
        304: { description: 'What is at hand still holds', headers: headers('ETag') },
        ...problems.of('getPicture', joined(IMAGE, STORE)),
      },
    },
  },
});
