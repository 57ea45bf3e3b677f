import type {
  GetSearchRequest,
  GetSearchResponse,
  StorefrontServiceClient,
} from '@estampa/contracts/storefront/v1/storefront';
import { DEFAULT_DEADLINE_MS, type RpcClient } from '@estampa/kit/rpc/client';
import { SharedCalls } from '@estampa/kit/rpc/shared-calls';

/** As many as storefront takes at once. */
const SEARCHES_PER_CALL = 16;

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
      // Why one is not found is that of itself, or of a storefront that does not know the call yet.
      return (await calls.join(request)) ?? storefront.getSearch(request, options);
    },
  };
}

/** Its error is that of the search. */
async function alone(storefront: Storefront, search: GetSearchRequest): Promise<Found[]> {
  const found = storefront.getSearch(search);
  await found.catch(() => undefined);
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
  void read()
    .catch(() => undefined)
    .finally(() => {
      for (const { resolve } of found) resolve(undefined);
      first.resolve();
    });
  await first.promise;
  return found.map(({ promise }) => promise);
}
