import { SellerProfileChanged } from '@estampa/contracts/identity/v1/events';
import type { SellerProfile as ProfileMessage } from '@estampa/contracts/identity/v1/seller_profile';
import { notFound } from '@estampa/kernel/errors';
import type { Context } from '../../context.ts';
import { countersOf } from '../../db/read-model.ts';
import { stores } from '../../db/store-repository.ts';
import type { SellerProfile } from '../../domain/pages.ts';
import { canBeName } from '../../domain/names.ts';
import { storeName } from '../../domain/page-names.ts';
import { storePage } from '../../domain/pages.ts';
import { publicPage, type PublicPage } from './public-page.ts';

export async function getStore(context: Context, { store }: { store: string }): Promise<PublicPage> {
  if (!canBeName(store)) throw notFound('store', store);
  const row = await stores.findPage(context.reads, store);
  if (!row) throw notFound('store', store);
  const profile = SellerProfileChanged.fromJSON(row.state).profile!;
  return publicPage(context, storePage(profile, countersOf(row)), [storeName(store), storeName(profile.id)]);
}

type NotOfThePage = 'userId' | 'onboardingStatus' | 'createdAt' | 'updatedAt';

// A type error here means that profiles have a new field: show it on the page or list it above.
null as unknown as Exclude<keyof ProfileMessage, keyof SellerProfile> satisfies NotOfThePage;
