import type { Readable } from 'node:stream';
import type { Document } from '@estampa/contracts/storefront/v1/storefront';
import type { ServiceName } from '@estampa/kernel/topics';
import type { Caller } from '@estampa/kit/rpc/call';
import type { Slots } from '@estampa/kit/service/slots';
import type { z } from 'zod';
import type { Clients } from '../clients/clients.ts';
import type { CurrentUserOf } from '../access/current-user.ts';
import type { FileRule, IncomingFile } from '../http/incoming-file.ts';
import type { ImageUrl } from '../views/image-url.ts';
import type { Rejections } from '../http/problem-codes.ts';
import type { OpenStoredFile } from './stored-files.ts';
import type { SellerCatalog } from '../seller-catalog/seller-catalog.ts';

/** Who may call: `optional` takes a token but does not require one; ownership is checked where the record lives. */
export type AuthClass = 'none' | 'optional' | 'user' | 'seller' | 'admin';

type CallerOf<A extends AuthClass> = A extends 'none' | 'optional' ? Caller | null : Caller;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a route's handler has at hand. */
export type RouteContext<A extends AuthClass, P, Q, B> = {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  caller: CallerOf<A>;
  /** Where a token is only read (`readsToken`): why it could not be checked, which is what to throw where a caller is needed. */
  tokenOutage: unknown;
  /** Of this request: its one command carries the client's Idempotency-Key. */
  clients: Clients;
  currentUserOf: CurrentUserOf;
  imageUrl: ImageUrl;
  sellerCatalog: SellerCatalog;
  openStoredFile: OpenStoredFile;
  /** Exports under way in this process. */
  exports: Slots;
  /** Counts the request against what all callers may send for this subject in a minute, in production. */
  countShared(subject: string, perMinute: number): void;
  /** Waits until the services named in `settles` show what was written so far. */
  settle(): Promise<void>;
  /** As it comes in, on routes that take one. */
  file: IncomingFile;
  /** As received: for signed notifications. `rawBody` is only filled on routes that request it. */
  request: { headers: Readonly<Record<string, string>>; search: string; rawBody: Buffer };
};

/** At most so many requests of one caller a minute, in production, beside the limit of all routes; or why none are counted. */
export type RouteLimit = { perMinute: number } | { none: string };

/** One public operation. Routing, validation, authorisation, errors and the OpenAPI document all come from it. */
export type Route<A extends AuthClass, P, Q, B, R> = {
  /** Verb and noun, as generated clients call it: `listStoreProducts`. Never changed once it is released. */
  name: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** OpenAPI form: `/orders/{orderId}/pay`. */
  path: string;
  auth: A;
  /** Of a route for everybody: a token that is genuine says who calls, and any other is ignored, as is one that cannot be checked. */
  readsToken?: true;
  /** What it does, in one short line. */
  summary: string;
  /** Whose record the path of a route for users or sellers names: others are rejected, but for admins. */
  owner?: 'seller' | 'buyer' | 'nobody';
  /** What else must be known to call it. */
  description?: string;
  params?: P;
  query?: Q;
  body?: B;
  /**
   * Leaves the body's bytes as they came, of any content type, with a bound of its own: a provider's notification; what is
   * expected in it.
   */
  rawBody?: z.ZodType;
  /** Takes a form with one file in place of a body; its bytes pass through as they come. */
  file?: FileRule;
  /** 200 unless said otherwise. */
  status?: number;
  /** Of a response that repeats an earlier one. */
  statusWhenRepeated?: number;
  /** Codes of rejections, by status, beside those that follow from what is declared here. */
  errors?: Rejections;
  /** Absent for 204 and for responses that are not JSON. */
  response?: R;
  /** Content types of responses that are not JSON. */
  produces?: readonly string[];
  /** Headers of the response worth documenting: name to description. */
  responseHeaders?: Readonly<Record<string, string>>;
  /** Whose view of the world this write changes: they show it before the response goes out. */
  settles?: readonly ServiceName[];
  /** Those of them whose view a request with this body changes, where not every request changes all. */
  settlesFor?: (body: Parsed<B>) => readonly ServiceName[];
  /** Takes what an earlier log-in gave the device. */
  knowsDevice?: true;
  /** Why a POST or PATCH takes no Idempotency-Key; all others do. */
  notIdempotent?: string;
  /** How many requests one caller may send to it; without a limit of its own it counts against the caller's common limit. */
  limit?: RouteLimit;
  /** What to call in its place. */
  deprecated?: string;
  /**
   * Public pages: cacheable and with an ETag when no token is sent. `private`: its reader may store it, and revalidates it on
   * each use.
   */
  cache?: 'public' | 'private';
  handle(context: RouteContext<A, P, Q, B>): Promise<R extends z.ZodType ? z.input<R> | Reply : unknown>;
};

// oxlint-disable no-explicit-any -- the table has routes of all shapes
export type HandledRoute = Route<any, any, any, any, any> & { document?: never };
export type PageRoute = Omit<HandledRoute, 'handle' | 'document'> & Pick<PublicPage<any, any, any>, 'document'>;
// oxlint-enable no-explicit-any
export type AnyRoute = HandledRoute | PageRoute;

/** Declares a route with its handler's types taken from its schemas. */
export const route = <
  A extends AuthClass,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | undefined = undefined,
>(
  definition: Route<A, P, Q, B, R>,
): AnyRoute => definition;

type PublicPage<P, Q, R> = Pick<
  Route<'optional', P, Q, undefined, R>,
  'name' | 'path' | 'summary' | 'description' | 'params' | 'query' | 'response'
> & {
  document(context: Pick<RouteContext<'optional', P, Q, undefined>, 'params' | 'query' | 'clients'>): Promise<Document>;
};

/** Declares a page of the public store: its service makes the bytes, which are stored until it reports a change. */
export const page = <
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  R extends z.ZodType | undefined = undefined,
>(
  definition: PublicPage<P, Q, R>,
): AnyRoute => ({ method: 'get', auth: 'optional', cache: 'public', ...definition });

/** Parts that are made as the client takes them; `abandon` lets go of what makes them, whether they were read or not. */
export type StreamedParts = { parts: AsyncIterable<string>; abandon(): void; contentType: string };

/** A response that is more than JSON with the route's usual status. */
export class Reply {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly content:
    | { json: unknown }
    | { bytes: Uint8Array; contentType: string }
    | { stream: Readable; contentType: string; sizeBytes: number }
    | StreamedParts;

  constructor(status: number | null, headers: Readonly<Record<string, string>>, content: Reply['content']) {
    this.status = status;
    this.headers = headers;
    this.content = content;
  }
}

/** JSON with another status than the route's. */
export const replyWith = (status: number, json: unknown): Reply => new Reply(status, {}, { json });

/** Bytes passed through as they are, with headers such as a strong ETag. */
export const replyBytes = (bytes: Uint8Array, contentType: string, headers: Record<string, string> = {}): Reply =>
  new Reply(null, headers, { bytes, contentType });

/** Bytes passed through as they come. */
export const replyStream = (
  stream: Readable,
  file: { contentType: string; sizeBytes: number },
  headers: Record<string, string> = {},
): Reply => new Reply(null, headers, { stream, ...file });
