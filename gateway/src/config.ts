import {
  baseUrl,
  flag,
  milliseconds,
  grpcTlsConfig,
  peerConfig,
  port,
  processConfig,
  rateLimitConfig,
  readEnv,
} from '@estampa/kit/service/config';
import { z } from 'zod';
import { corsOrigins } from './http/cross-origin.ts';
import { developmentPages } from './http/development-pages.ts';
import { trustProxy } from './http/trust-proxy.ts';

const positive = z.coerce.number().int().min(1);

const Config = z.object({
  ...processConfig,
  ...grpcTlsConfig,
  ...peerConfig,
  ...rateLimitConfig,
  PORT: port,
  /** Where clients reach this gateway; stands in the OpenAPI document. */
  PUBLIC_URL: z.url(),
  /** Whose word about a client's address is taken: `off`, how many proxies stand before us, or their addresses. */
  TRUST_PROXY: trustProxy,
  /** Origins whose pages may send requests from a browser: `off`, `*`, or a list. */
  CORS_ORIGINS: corsOrigins,
  /** Connections at once, of all clients; one more is ended at once. */
  MAX_CONNECTIONS: positive.default(10_000),
  /** Of them, those of one address that is no trusted proxy. */
  MAX_CONNECTIONS_PER_ADDRESS: positive.default(500),
  /** After so long without a byte an upload to /storage is rejected. */
  UPLOAD_SILENCE_MS: milliseconds.default(30_000),
  JWT_ISSUER: z.string(),
  JWT_AUDIENCE: z.string(),
  /** The object store behind /storage and /cdn. */
  STORAGE_URL: z.url(),
  S3_BUCKET: z.string(),
  /** Where the public finds images: this gateway's /cdn, or a network of caches before it. */
  CDN_URL: baseUrl,
  /** Whether the API reference is served at /docs; when not said, outside production. */
  API_DOCS: flag.optional(),
  /** Links of the front page and the studio, as JSON; outside production this shows them. */
  DEVELOPMENT_PAGES: developmentPages.optional(),
});

export type Config = z.infer<typeof Config>;

export const readConfig = (): Config => readEnv(Config, process.env);
