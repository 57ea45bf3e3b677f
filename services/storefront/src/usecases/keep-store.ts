import { SellerProfileChanged } from '@estampa/contracts/identity/v1/events';
import type { HeardEvent } from '@estampa/kit/consumers';
import type { Context } from '../context.ts';
import { keepFact } from '../db/keep-fact.ts';
import { markChanged } from '../db/page-changes.ts';
import { EVERYTHING, namesOfStore } from '../domain/page-names.ts';
import { artistNameOf, isPublished } from '../domain/pages.ts';

/** Products take the names of their store when they are read, so a rename changes one row. */
export async function keepStore(
  { em }: Pick<Context, 'em'>,
  message: SellerProfileChanged,
  event: HeardEvent,
): Promise<void> {
  const profile = message.profile!;
  const news = await keepFact(em, 'store', {
    id: profile.id,
    user_id: profile.userId,
    slug: profile.storeSlug,
    is_published: isPublished(profile),
    is_hidden: profile.suspended,
    store_name: profile.storeName,
    artist_name: artistNameOf(profile),
    avatar_key: profile.avatarKey ?? null,
    updated_at: profile.updatedAt ?? new Date(0),
    version: message.version,
    fact: event.payload,
  });
  if (!news) return;
  // Its products may stand on any page, and this is rare.
  const isTurned = wasHidden(news.before) !== profile.suspended;
  markChanged(em, isTurned ? [EVERYTHING] : namesOfStore({ id: profile.id, slug: profile.storeSlug }));
}

const wasHidden = (fact: unknown): boolean => fact !== null && SellerProfileChanged.fromJSON(fact).profile!.suspended;
