import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { sellerProfile, type SellerProfileRow } from './tables/seller-profile.ts';

/** Taken to choose a store's address, so that a slug found free stays free. */
const STORE_SLUG_LOCK = 7_302_001;

type Wanted = Partial<Pick<SellerProfileRow, 'id' | 'userId' | 'active' | 'suspended'>>;

export const sellerProfiles = {
  find: (em: EntityManager, wanted: Wanted): Promise<SellerProfileRow | null> => em.findOne(sellerProfile.Row, wanted),

  lock: (tx: EntityManager, wanted: Wanted): Promise<SellerProfileRow | null> =>
    tx.findOne(sellerProfile.Row, wanted, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }),

  /** Until the transaction ends no other one takes an address. */
  async lockSlugs(tx: EntityManager): Promise<void> {
    await LOCK.all(tx, [STORE_SLUG_LOCK]);
  },

  hasSlug: async (tx: EntityManager, storeSlug: string): Promise<boolean> =>
    (await tx.count(sellerProfile.Row, { storeSlug })) > 0,

  /** Taken ones: this one, and those that begin so. */
  findSlugs: async (tx: EntityManager, slug: string, beginning: string): Promise<string[]> =>
    (await SLUGS.all(tx, [slug, `${beginning}%`])).map(({ storeSlug }) => storeSlug),

  /** Written with the commit. */
  insert: (tx: EntityManager, row: SellerProfileRow): SellerProfileRow => sellerProfile.insert(tx, row),

  /** Written with the commit. */
  save: (tx: EntityManager, row: SellerProfileRow, change: Partial<SellerProfileRow>): SellerProfileRow =>
    tx.assign(row, change),
};

const LOCK = statement('select pg_advisory_xact_lock($1)', {});

const SLUGS = statement(
  `select store_slug as "storeSlug" from seller_profile where store_slug = $1 or store_slug like $2`,
  { storeSlug: text },
);
