import { OPERATIONS, type Operations } from '../gen/operations.ts';
import { type ApiResponse, type CallOptions, Caller, type Listener } from './caller.ts';
import type { Input, Operation } from './operation.ts';
import { ApiProblem } from './problem.ts';
import { inMemory, type StoredTokens, type Tokens, type TokenStore } from './session.ts';
import { type Presigned, uploadTo } from './upload.ts';

export type * from '../gen/operations.ts';
export type { CallOptions, FileResponse } from './caller.ts';
export { ApiProblem, ApiUnreachable, type FieldProblem } from './problem.ts';
export type { Presigned } from './upload.ts';
export type { StoredTokens, Tokens, TokenStore };

export type ClientOptions = {
  /** Of the gateway, without a final slash; empty for the address of the page itself. */
  baseUrl: string;
  /** Where tokens are stored; in memory by default. */
  tokens?: TokenStore;
  /** Called with every response, rejections too. */
  onResponse?: Listener;
};

type Name = keyof Operations;
type InputOf<N extends Name> = Operations[N]['input'];
type Arguments<N extends Name> = Operations[N] extends { isOptional: true }
  ? [input?: InputOf<N>, options?: CallOptions]
  : [input: InputOf<N>, options?: CallOptions];

/** Every operation under its name: path and query parameters by their names, the body as `body`. */
export type Calls = { readonly [N in Name]: (...given: Arguments<N>) => Promise<Operations[N]['response']> };

/** The codes that an operation rejects with. */
export type ProblemCode<N extends Name> = Operations[N]['problem'];

/** Whether an error is a rejection of this operation, whose `code` is then one of its own. */
export const isProblemOf = <N extends Name>(name: N, error: unknown): error is ApiProblem<ProblemCode<N>> =>
  error instanceof ApiProblem && error.operation === name;

/** The complete response: `response` or, of a rejection, `problem`. */
export type Exchange<N extends Name> = {
  readonly status: number;
  readonly headers: Headers;
  readonly response?: Operations[N]['response'];
  readonly problem?: ApiProblem<ProblemCode<N>>;
};

/** Operations that return pages. */
export type ListName = { [N in Name]: Operations[N] extends { item: unknown } ? N : never }[Name];
type ItemOf<N extends ListName> = Operations[N] extends { item: infer Item } ? Item : never;

export type Client = Calls & {
  readonly baseUrl: string;
  /** The same client at another address, signed in or not as this one is now. */
  at(baseUrl: string): Client;
  /** The same API as another user; anonymous without tokens. */
  as(tokens: Tokens | { accessToken: string } | null): Client;
  /** The same call with status and headers; a rejection is no error here. */
  exchange<N extends Name>(name: N, ...given: Arguments<N>): Promise<Exchange<N>>;
  /** All items of a list, fetched a page at a time as they are needed. */
  all<N extends ListName>(name: N, ...given: Arguments<N>): AsyncGenerator<ItemOf<N>, void, undefined>;
  /** Uploads a file as a presign response says. */
  upload(presigned: Presigned, file: Blob | Uint8Array, options?: CallOptions): Promise<void>;
  /** The token that is sent now. */
  accessToken(): Promise<string | null>;
};

const PAGE_ITEMS = 100;
/** What opens a session; its response is the tokens. */
const OPENERS: readonly string[] = ['signUp', 'signUpSeller', 'logIn'] satisfies Name[];

export function createClient({ baseUrl, tokens = inMemory(), onResponse }: ClientOptions): Client {
  const caller = new Caller(baseUrl, tokens, onResponse);
  const exchange = async (name: Name, input?: Input, options?: CallOptions): Promise<ApiResponse> => {
    const responded = await caller.call(name, OPERATIONS[name], input, options);
    if (OPENERS.includes(name)) await caller.session.begin(responded.response as Tokens);
    if (name === 'logOut') await caller.session.end();
    return responded;
  };
  const call = async (name: Name, input?: Input, options?: CallOptions): Promise<unknown> =>
    (await exchange(name, input, options)).response;
  const calls = Object.fromEntries(
    (Object.keys(OPERATIONS) as Name[]).map((name) => [name, call.bind(null, name)]),
  ) as unknown as Calls;

  return {
    ...calls,
    baseUrl,
    at: (other) => createClient({ baseUrl: other, tokens, ...(onResponse && { onResponse }) }),
    as: (others) =>
      createClient({ baseUrl, tokens: inMemory(others && storedOf(others)), ...(onResponse && { onResponse }) }),
    exchange: (name, ...[input, options]) => exchange(name, input, options).catch(rejectionOf) as never,
    all: (name, ...[input, options]) => allOf(name, (one) => call(name, one, options), input) as never,
    upload: (presigned, file, options) => uploadTo(presigned, file, options),
    accessToken: () => caller.session.accessToken(),
  };
}

function rejectionOf(error: unknown): Exchange<Name> {
  if (!(error instanceof ApiProblem)) throw error;
  return { status: error.status, headers: error.headers, problem: error };
}

async function* allOf(
  name: Name,
  request: (input: Input) => Promise<unknown>,
  input: Input = {},
): AsyncGenerator<unknown, void, undefined> {
  const { items }: Operation = OPERATIONS[name];
  const limit = Number(input['limit'] ?? PAGE_ITEMS);
  for (let skip = Number(input['skip'] ?? 0); ; skip += limit) {
    const page = (await request({ ...input, skip, limit })) as Record<string, unknown> & { total: number };
    const part = page[items!] as readonly unknown[];
    yield* part;
    if (part.length < limit || skip + limit >= page.total) return;
  }
}

const storedOf = (tokens: Tokens | { accessToken: string }): StoredTokens => ({
  accessToken: tokens.accessToken,
  refreshToken: 'refreshToken' in tokens ? tokens.refreshToken : null,
  expiresAt: 'expiresIn' in tokens && tokens.expiresIn != null ? Date.now() + tokens.expiresIn * 1_000 : null,
});
