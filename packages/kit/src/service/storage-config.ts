import { z } from 'zod';

/** Where object storage is. Without keys it is reached as whom the pod itself is: what the SDK finds of a workload's identity. */
export const storageConfig = {
  S3_ENDPOINT: z.url(),
  S3_REGION: z.string().min(1),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
};

type Keys = { S3_ACCESS_KEY_ID?: string | undefined; S3_SECRET_ACCESS_KEY?: string | undefined };

export const hasBothKeysOrNone = ({ S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret }: Keys): boolean =>
  (id === undefined) === (secret === undefined);

export const NEEDS_BOTH_KEYS = { path: ['S3_ACCESS_KEY_ID'], message: 'goes together with S3_SECRET_ACCESS_KEY' };

export const storageKeysOf = ({ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }: Keys) =>
  accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey };
