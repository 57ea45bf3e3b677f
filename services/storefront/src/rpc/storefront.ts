import type { GetPageChangesRequest, GetPageChangesResponse } from '@estampa/contracts/storefront/v1/page_changes';
import type { StorefrontServiceService } from '@estampa/contracts/storefront/v1/storefront';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { describeProducts } from '../usecases/pages/describe-products.ts';
import { getHome } from '../usecases/pages/get-home.ts';
import { getPageChanges } from '../usecases/pages/get-page-changes.ts';
import { getProductPreview } from '../usecases/pages/get-product-preview.ts';
import { getSearch } from '../usecases/pages/get-search.ts';
import { getSearches } from '../usecases/pages/get-searches.ts';
import { getStore } from '../usecases/pages/get-store.ts';
import { getStoreArtwork } from '../usecases/pages/get-store-artwork.ts';
import { getStoreProduct } from '../usecases/pages/get-store-product.ts';
import { getStoreProducts } from '../usecases/pages/get-store-products.ts';
import { listUnshownChoices } from '../usecases/pages/list-unshown-choices.ts';
import { listStoreProducts } from '../usecases/pages/list-store-products.ts';
import { followSubject, likeSubject } from '../usecases/pages/viewer-state-subject.ts';
import type { PublicPage } from '../usecases/pages/public-page.ts';
import { listOwnReactions } from '../usecases/social/list-own-reactions.ts';
import { toggleFollow } from '../usecases/social/toggle-follow.ts';
import { toggleLike } from '../usecases/social/toggle-like.ts';

const SORT_DEFAULT = 'newest';

export const storefront: Handlers<typeof StorefrontServiceService, Context> = {
  async getStore(context, request) {
    return documentOf(await getStore(context, request));
  },

  async listStoreProducts(context, { sort, ...request }) {
    return documentOf(await listStoreProducts(context, { ...request, sort: sort || SORT_DEFAULT }));
  },

  async getStoreProduct(context, request) {
    return documentOf(await getStoreProduct(context, request));
  },

  async getStoreProducts(context, { products }) {
    const pages = await getStoreProducts(context, products);
    return { products: pages.map((page) => ({ document: page ?? undefined })) };
  },

  async getStoreArtwork(context, request) {
    return documentOf(await getStoreArtwork(context, request));
  },

  getProductPreview: (context, { sellerProductId }) => getProductPreview(context, sellerProductId),

  async listUnshownChoices(context, { sellerProductId }) {
    return { choices: await listUnshownChoices(context, sellerProductId) };
  },

  async getHome(context) {
    return documentOf(await getHome(context));
  },

  async getSearch(context, request) {
    return documentOf(await getSearch(context, request));
  },

  getSearches: {
    lane: 'requests',
    async *parts(context, { searches }) {
      for await (const some of getSearches(context, searches))
        yield { found: some.map(({ place, value }) => ({ place, document: value })) };
    },
  },

  toggleFollow: command(toggleFollow, ({ isOn, count }) => ({ isFollowing: isOn, followersCount: count }), {
    callsOthers: false,
    subject: followSubject,
  }),
  toggleLike: command(toggleLike, ({ isOn, count }) => ({ isLiked: isOn, likesCount: count }), {
    callsOthers: false,
    subject: likeSubject,
  }),

  listOwnReactions,

  getPageChanges: changesFor,
  pollPageChanges: { each: async (context, { check }) => ({ changes: await changesFor(context, check!) }) },

  describeProducts,
};

async function changesFor(
  context: Pick<Context, 'em' | 'hasReplica'>,
  request: GetPageChangesRequest,
): Promise<GetPageChangesResponse> {
  const { mark, position, names, viewerStates: opinions } = await getPageChanges(context, request);
  const readPosition = context.hasReplica ? position : '';
  return { mark, everything: names === null, names: names ?? [], opinions, readPosition };
}

const documentOf = (document: PublicPage) => ({ document });
