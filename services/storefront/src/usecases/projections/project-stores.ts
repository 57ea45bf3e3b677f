import { SellerProfileChanged } from '@estampa/contracts/identity/v1/events';
import type { Received } from '@estampa/kit/events/consumers';
import { leaveUnfinished } from '@estampa/kit/events/inbox';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { leaveDerivationOfStore } from '../../db/derivations.ts';
import { type Fact, projectFacts } from '../../db/keep-fact.ts';
import { markChanged } from '../../db/page-changes.ts';
import type { SellerProfile } from '../../domain/facts.ts';
import { EVERYTHING, HOME, namesOfStore, type PageName, sellerName } from '../../domain/page-names.ts';
import { artistNameOf, isPublished } from '../../domain/pages.ts';
import { searchText } from '../../domain/search-text.ts';
import { latestOf } from '../pages/latest-of.ts';
import { DERIVATIONS } from './derive-products.ts';

/** Products take the names of their store when they are read, so a rename changes one row; by what they are found follows. */
export async function projectStores(
  context: Context,
  received: readonly Received<SellerProfileChanged>[],
): Promise<void> {
  const { em, isCollecting } = context;
  const latest = latestOf(received, ({ profile }) => profile!.id);
  const [news] = await pipeline(em, projectFacts('store', latest.map(rowOf)));
  const before = new Map(news.map((one) => [one.key, profileOf(one.before)]));
  const profiles = latest.map(({ message }) => message.profile!).filter(({ id }) => before.has(id));
  markChanged(
    em,
    profiles.flatMap((profile) => namesOfChange(profile, before.get(profile.id)!)),
  );
  const renamed = latest.filter(({ message }) => {
    const profile = message.profile!;
    return before.has(profile.id) && namesOf(before.get(profile.id)!) !== namesOf(profile);
  });
  if (!isCollecting) for (const one of renamed) await leaveProducts(context, one);
}

/**
 * Its products are derived by the job, in a transaction that does not hold the store: all others lock products before stores. Until
 * then the event is unfinished.
 */
async function leaveProducts({ em, wake }: Context, { message, event }: Received<SellerProfileChanged>): Promise<void> {
  if (!(await leaveDerivationOfStore(em, { sellerProfileId: message.profile!.id, eventId: event.id }))) return;
  await leaveUnfinished(em, event.id);
  wake(DERIVATIONS);
}

const namesOf = (profile: SellerProfile | null): string =>
  profile === null ? '' : `${profile.storeName}\n${artistNameOf(profile)}`;

const rowOf = ({ message, event }: Received<SellerProfileChanged>): Fact => {
  const profile = message.profile!;
  return {
    id: profile.id,
    user_id: profile.userId,
    slug: profile.storeSlug,
    is_published: isPublished(profile),
    is_hidden: profile.suspended,
    store_name: profile.storeName,
    artist_name: artistNameOf(profile),
    search_text: searchText(profile.storeName, artistNameOf(profile)),
    avatar_key: profile.avatarKey ?? null,
    updated_at: profile.updatedAt ?? new Date(0),
    version: message.version,
    fact: event.payload,
  };
};

const profileOf = (fact: unknown) => (fact === null ? null : SellerProfileChanged.fromJSON(fact).profile!);

function namesOfChange(profile: SellerProfile, before: SellerProfile | null): PageName[] {
  // Its products may stand on any page, and this is rare.
  if (profile.suspended !== (before?.suspended ?? false)) return [EVERYTHING];
  const isTurned = isPublished(profile) !== (before !== null && isPublished(before));
  const names = [...namesOfStore({ id: profile.id, slug: profile.storeSlug }), sellerName(profile.id)];
  return isTurned ? [...names, HOME] : names;
}
