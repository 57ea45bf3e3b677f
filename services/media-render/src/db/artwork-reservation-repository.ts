import { boolean, type RowOf } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { showsElsewhere } from './seller-product-repository.ts';
import { artwork } from './tables/artwork.ts';
import type { ArtworkReservationRow } from './tables/artwork-reservation.ts';

const READY = { ...artwork.pick('sellerProfileId', 'status'), isRendered: boolean };

/** On which of its own renders an artwork is shown, or on which of others. */
type ReservedRenders = {
  templateIds: readonly string[];
  alsoOn: readonly { artworkId: string; templateId: string }[];
  isOther: boolean;
};

/** Artworks of products that are about to go on sale. */
export const artworkReservations = {
  /**
   * Whether an artwork is ready to be sold on; if so the reservation is stored. Waits for a transaction that is deactivating the
   * artwork or removing renders of it, whose result only a statement after the lock sees.
   */
  async insertIfReady(
    tx: EntityManager,
    { artworkId, isOther, ...held }: ArtworkReservationRow & ReservedRenders,
  ): Promise<RowOf<typeof READY> | undefined> {
    const insert = isOther ? INSERT_OTHER_IF_READY : INSERT_IF_READY;
    const shown = [held.templateIds, held.productVersion, held.until, JSON.stringify(held.alsoOn)];
    const [, [ready]] = await pipeline(
      tx,
      LOCK_SHARED.with(artworkId),
      insert.with(artworkId, held.sellerProductId, ...shown),
    );
    return ready;
  },

  /** That of an older version of a product, which is on sale now and needs none; written with the commit. */
  deleteOlder: (tx: EntityManager, sellerProductId: string, version: number): void =>
    DELETE_OLDER.onCommit(tx, [sellerProductId, version]),

  /** Whether a product on sale shows an artwork, or is about to. Its row must be locked, so that nothing goes on sale concurrently. */
  isInUse: async (tx: EntityManager, artworkId: string, now: Date): Promise<boolean> =>
    (await IN_USE.first(tx, [artworkId, now]))!.isUsed,

  /** Of some artworks those that no transaction has locked; none of them is reserved until this one ends. */
  lockUnreserved: async (tx: EntityManager, artworkIds: readonly string[]): Promise<string[]> =>
    (await LOCK_UNRESERVED.all(tx, [artworkIds])).map(({ id }) => id),
};

const LOCK_SHARED = statement('select id from artwork where id = $1 for share', artwork.pick('id'));

/** None is waited for: who has one of them may wait for another. */
const LOCK_UNRESERVED = statement(
  'select id from artwork where id = any($1::uuid[]) for no key update skip locked',
  artwork.pick('id'),
);

/** A product has one of its own artwork, and one of each other. */
const insertIfReady = (table: 'artwork_hold' | 'other_artwork_reservation', key: string) =>
  statement(
    `with ready as (
       select id, seller_profile_id, status, exists (
         select from render where artwork_id = $1 and template_id = any($3::text[]) and status = 'rendered'
       ) or exists (
         select from jsonb_to_recordset($6::jsonb) as named ("artworkId" uuid, "templateId" text)
         join render on artwork_id = named."artworkId" and template_id = named."templateId" and status = 'rendered'
       ) as is_rendered from artwork where id = $1
     ), reserved as (
       insert into ${table} (seller_product_id, artwork_id, product_version, until)
       select $2::uuid, id, $4, $5 from ready where status = 'active' and is_rendered
       on conflict (${key}) do update set
         artwork_id = excluded.artwork_id, until = greatest(${table}.until, excluded.until),
         product_version = greatest(${table}.product_version, excluded.product_version)
     )
     select seller_profile_id as "sellerProfileId", status, is_rendered as "isRendered" from ready`,
    READY,
  );
const INSERT_IF_READY = insertIfReady('artwork_hold', 'seller_product_id');
const INSERT_OTHER_IF_READY = insertIfReady('other_artwork_reservation', 'seller_product_id, artwork_id');

const DELETE_OLDER = statement(
  `with other as (delete from other_artwork_reservation where seller_product_id = $1 and product_version < $2)
   delete from artwork_hold where seller_product_id = $1 and product_version < $2`,
  {},
);

const IN_USE = statement(
  `select exists (select from seller_product where artwork_id = $1 and status = 'active' and not deleted)
     or exists (select from seller_product p where ${showsElsewhere('p', '$1')} and p.status = 'active')
     or exists (select from artwork_hold where artwork_id = $1 and until > $2)
     or exists (select from other_artwork_reservation where artwork_id = $1 and until > $2) as "isUsed"`,
  { isUsed: boolean },
);
