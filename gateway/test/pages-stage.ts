import type { GetPageChangesRequest } from '@estampa/contracts/storefront/v1/page_changes';
import { DomainError } from '@estampa/kernel/errors';
import { startGateway, type TestGateway } from './gateway.ts';

export const STORE = '018f0000-0000-7000-8000-00000000000a';
export const LIKED = '018f0000-0000-7000-8000-00000000000b';

/** A page that any change may change. */
export const NAMELESS = 'nameless';

/** A storefront with one page for each store, which records its calls and can be suspended before any response. */
export type Front = {
  text: string;
  builds: string[];
  checks: { mark: string; viewers: { userId: string }[] }[];
  changed: string[];
  everything: boolean;
  beforeBuild: () => Promise<unknown>;
  beforeCheck: () => Promise<unknown>;
};

/** A gateway before such a storefront. */
export async function openPages() {
  const gateway = await startGateway();
  const front = standIn(gateway);
  const get = (store: string, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/stores/${store}`, { headers });
  const read = async (store: string) => ((await (await get(store)).json()) as { text: string }).text;
  return {
    gateway,
    front,
    get,
    read,
    change: (text: string, ...names: string[]) => Object.assign(front, { text, changed: names }),
    /** Resolves when the poll of earlier requests has been applied. */
    checkApplied: () => read('warm'),
  };
}

function standIn({ services }: TestGateway): Front {
  const nothing = async () => undefined;
  const front: Front = {
    text: 'one',
    builds: [],
    checks: [],
    changed: [],
    everything: false,
    beforeBuild: nothing,
    beforeCheck: nothing,
  };
  services.reply('storefront.getStore', async ({ store }) => {
    front.builds.push(store);
    const { text } = front;
    await front.beforeBuild();
    if (text === '') throw new DomainError('not_found', 'not_found', 'There is no such store');
    return { document: documentOf(store, text) };
  });
  // The first poll sends an unknown mark; later ones return what has changed since.
  const changes = async ({ mark, viewers }: GetPageChangesRequest) => {
    front.checks.push({ mark, viewers });
    const names = front.changed;
    front.changed = [];
    await front.beforeCheck();
    const opinions = viewers.map(() => ({ likedProductIds: [LIKED], followedStoreIds: [] }));
    return { mark: `mark ${front.checks.length}`, everything: mark === '' || front.everything, names, opinions };
  };
  services.reply('storefront.getPageChanges', changes);
  services.reply('storefront.pollPageChanges', async ({ check }) => ({ changes: await changes(check) }));
  return front;
}

function documentOf(store: string, text: string) {
  const json = Buffer.from(JSON.stringify({ text, ç: null, isLiked: null, isFollowing: null }));
  const [liked, followed] = ['"isLiked":', '"isFollowing":'].map((member) => json.indexOf(member) + member.length);
  const holes = [
    { at: liked!, productId: LIKED },
    { at: followed!, storeId: STORE },
  ];
  const names = store === NAMELESS ? [] : [`store:${store}`, 'store:all'];
  return { json, etag: `"${store} ${text.slice(0, 20)}"`, names, relatedNames: [], holes };
}

/** A hook that suspends its caller until it is released. */
export const pausing = () => {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pause = async () => {
    reached.resolve();
    await released.promise;
  };
  return { pause, reached: reached.promise, letGo: () => released.resolve() };
};
