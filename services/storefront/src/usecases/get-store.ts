import { SellerProfileChanged } from '@estampa/contracts/identity/v1/events';
import type { SellerProfile as ProfileMessage } from '@estampa/contracts/identity/v1/identity';
import { notFound } from '@estampa/kernel/errors';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Page } from '../adapters/page-cache.ts';
import type { Context } from '../context.ts';
import { countersOf, named, STORE_COLUMNS, STORE_ORDER, type StoreRow } from '../db/read-model.ts';
import type { SellerProfile } from '../domain/facts.ts';
import { canBeName } from '../domain/names.ts';
import { storePage } from '../domain/pages.ts';
import { publicPage } from './public-page.ts';

export async function getStore(context: Context, { store }: { store: string }): Promise<Page> {
  if (!canBeName(store)) throw notFound('store', store);
  return publicPage(context, ['store', store], (viewer) => buildStore(context.em, store, viewer));
}

type Row = StoreRow & { fact: unknown; isFollowing: boolean | null };

async function buildStore(em: EntityManager, name: string, viewer: string | null): Promise<string> {
  const condition = named('s', name);
  const [row] = await em.execute<Row[]>(
    `select ${STORE_COLUMNS}, s.fact,
       case when ?::uuid is not null then exists (
         select from follow f where f.seller_profile_id = s.id and f.user_id = ?::uuid
       ) end as "isFollowing"
     from store s where ${condition.sql} order by ${STORE_ORDER} limit 1`,
    [viewer, viewer, ...condition.values, name],
  );
  if (!row) throw notFound('store', name);
  return storePage(SellerProfileChanged.fromJSON(row.fact).profile!, countersOf(row), row.isFollowing);
}

type NotOfThePage = 'userId' | 'onboardingStatus' | 'createdAt' | 'updatedAt';

// The type check fails here the day a profile gets a field, until the page knows it or it is named above.
null as unknown as Exclude<keyof ProfileMessage, keyof SellerProfile> satisfies NotOfThePage;
