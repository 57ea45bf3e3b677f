import type { SellerProfileChanged } from '@estampa/contracts/identity/v1/events';
import type { HeardEvent } from '@estampa/kit/consumers';
import type { Context } from '../context.ts';
import { keepFact } from '../db/keep-fact.ts';
import { markChanged } from '../db/page-changes.ts';
import { namesOfStore } from '../domain/page-names.ts';
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
    store_name: profile.storeName,
    artist_name: artistNameOf(profile),
    avatar_key: profile.avatarKey ?? null,
    updated_at: profile.updatedAt ?? new Date(0),
    version: message.version,
    fact: event.payload,
  });
  if (news) markChanged(em, namesOfStore({ id: profile.id, slug: profile.storeSlug }));
}
