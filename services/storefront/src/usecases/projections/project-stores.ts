import { SellerProfileChanged } from '@estampa/contracts/identity/v1/events';
import type { Received } from '@estampa/kit/events/consumers';
import { leaveUnfinished } from '@estampa/kit/events/inbox';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { derivations } from '../../db/derivation-repository.ts';
import { searchWords } from '../../db/search-word-repository.ts';
import { store } from '../../db/tables/store.ts';
import { pageChanges } from '../../db/page-change-repository.ts';
import type { SellerProfile } from '../../domain/pages.ts';
import { EVERYTHING, HOME, namesOfStore, OPEN_STORES, type PageName, sellerName } from '../../domain/page-names.ts';
import { artistNameOf, isPublished } from '../../domain/pages.ts';
import { searchText } from '../../domain/search-text.ts';
import { latestOf } from '../pages/latest-of.ts';
import { DERIVATIONS } from './derive-products.ts';

/**
 * Pages of products join their store when they are read, so a rename changes one row; the words that searches match are derived.
 */
export async function projectStores(
  context: Context,
  received: readonly Received<SellerProfileChanged>[],
): Promise<void> {
  const { em, isCollecting } = context;
  const latest = latestOf(received, ({ profile }) => profile!.id);
  const [changes] = await pipeline(em, store.project(latest.map(stateOf)));
  const before = new Map(changes.map((one) => [one.key, profileOf(one.before)]));
  const profiles = latest.map(({ message }) => message.profile!).filter(({ id }) => before.has(id));
  pageChanges.insert(
    em,
    profiles.flatMap((profile) => namesOfChange(profile, before.get(profile.id)!)),
  );
  searchWords.saveOfArtists(
    em,
    profiles.map((profile) => ({ id: profile.id, searchText: wordsFor(profile) })),
  );
  const renamed = latest.filter(({ message }) => {
    const profile = message.profile!;
    return before.has(profile.id) && searchedOf(before.get(profile.id)!) !== searchedOf(profile);
  });
  if (!isCollecting) for (const one of renamed) await leaveProducts(context, one);
}

/**
 * Leaves its products to the job, whose transaction does not lock the store: all others lock products before stores. Until then
 * the event is unfinished.
 */
async function leaveProducts({ em, wake }: Context, { message, event }: Received<SellerProfileChanged>): Promise<void> {
  if (!(await derivations.insertOfStore(em, { sellerProfileId: message.profile!.id, eventId: event.id }))) return;
  await leaveUnfinished(em, event.id);
  wake(DERIVATIONS);
}

/** What the words of its products depend on. */
const searchedOf = (profile: SellerProfile | null): string =>
  profile === null ? '' : `${isPublished(profile)}\n${profile.storeName}\n${artistNameOf(profile)}`;

const wordsFor = (profile: SellerProfile): string => searchText(profile.storeName, artistNameOf(profile));

const stateOf = ({ message, event }: Received<SellerProfileChanged>) => {
  const profile = message.profile!;
  return {
    id: profile.id,
    userId: profile.userId,
    slug: profile.storeSlug,
    isPublished: isPublished(profile),
    isHidden: profile.suspended,
    storeName: profile.storeName,
    artistName: artistNameOf(profile),
    searchText: wordsFor(profile),
    avatarKey: profile.avatarKey ?? null,
    updatedAt: profile.updatedAt ?? new Date(0),
    version: message.version,
    payload: event.payload,
  };
};

const profileOf = (state: unknown) => (state === null ? null : SellerProfileChanged.fromJSON(state).profile!);

function namesOfChange(profile: SellerProfile, before: SellerProfile | null): PageName[] {
  // Its products may be on any page, and this is rare.
  if (profile.suspended !== (before?.suspended ?? false)) return [EVERYTHING];
  const isTurned = isPublished(profile) !== (before !== null && isPublished(before));
  const names = [...namesOfStore({ id: profile.id, slug: profile.storeSlug }), sellerName(profile.id)];
  return isTurned ? [...names, HOME, OPEN_STORES] : names;
}
