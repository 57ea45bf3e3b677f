import type {
  GetSearchRequest,
  GetSearchResponse,
  StorefrontServiceClient,
} from '@estampa/contracts/storefront/v1/storefront';
import { status } from '@grpc/grpc-js';
import { DomainError } from '@estampa/kernel/errors';
import { DEFAULT_DEADLINE_MS, type RpcClient } from '@estampa/kit/rpc/client';
import { isServiceError } from '@estampa/kit/rpc/errors';
import { SharedCalls } from '@estampa/kit/rpc/shared-calls';

/** As many as storefront takes at once. */
const SEARCHES_PER_CALL = 16;
/** Others that come wait no longer for a search that came alone, as in a shared call for its first part. */
const SLOW_MS = 10;

type Storefront = RpcClient<(typeof StorefrontServiceClient)['service']>;
/** Undefined where the shared call does not say. */
type Found = Promise<GetSearchResponse | undefined>;

/** Searches that are requested at the same time, in one call; a slow one does not delay the others. */
export function sharingSearches(storefront: Storefront): Storefront {
  const calls = new SharedCalls<GetSearchRequest, Found>(
    (searches) => (searches.length === 1 ? alone(storefront, searches[0]!) : inOneCall(storefront, searches)),
    { questionsPerCall: SEARCHES_PER_CALL },
  );
  return {
    ...storefront,
    async getSearch(request, options = {}) {
      // A call in parts names no position that a replica has to have reached.
      if (options.readPosition) return storefront.getSearch(request, options);
      // Why one is not found is that of itself, or of a storefront that does not know the call yet or is gone.
      return (await calls.join(request)) ?? storefront.getSearch(request, options);
    },
  };
}

/** Its error is that of the search. */
async function alone(storefront: Storefront, search: GetSearchRequest): Promise<Found[]> {
  const found = storefront.getSearch(search);
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = setTimeout(resolve, SLOW_MS);
  await Promise.race([found.catch(() => undefined), promise]);
  clearTimeout(slow);
  return [found];
}

/** Resolves with the first part, which most searches are in. */
async function inOneCall(storefront: Storefront, searches: readonly GetSearchRequest[]): Promise<Found[]> {
  const found = searches.map(() => Promise.withResolvers<GetSearchResponse | undefined>());
  const first = Promise.withResolvers<void>();
  const read = async () => {
    const parts = storefront.getSearches({ searches: [...searches] }, { deadlineMs: DEFAULT_DEADLINE_MS });
    for await (const { found: some } of parts) {
      for (const { place, document } of some) found[place]?.resolve(document && { document });
      first.resolve();
    }
  };
  const end = (error?: unknown) => {
    for (const { resolve, reject } of found) {
      if (isOverload(error)) reject(error);
      else resolve(undefined);
    }
    first.resolve();
  };
  void read().then(() => end(), end);
  await first.promise;
  return found.map(({ promise }) => promise);
}

/** Whoever has too much to do must not be asked for the same again. */
const isOverload = (error: unknown): boolean =>
  error instanceof DomainError
    ? error.kind === 'busy' || error.kind === 'unavailable'
    : isServiceError(error) && error.code === status.DEADLINE_EXCEEDED;
