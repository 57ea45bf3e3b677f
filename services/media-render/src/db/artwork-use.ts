import { boolean, oneOf, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ARTWORK_STATUSES } from '../domain/artwork.ts';

const LOCK = statement(
  `with held as (
     select id, seller_profile_id, status from artwork where id = $1 for share
   ), ready as (
     select held.*, exists (
       select from render where artwork_id = $1 and template_id = any($3::text[]) and status = 'rendered'
     ) as is_rendered from held
   ), hold as (
     insert into artwork_hold (seller_product_id, artwork_id, product_version, until)
     select $2::uuid, id, $4, $5 from ready where status = 'active' and is_rendered
     on conflict (seller_product_id) do update set
       artwork_id = excluded.artwork_id, product_version = excluded.product_version, until = excluded.until
   )
   select seller_profile_id as "sellerProfileId", status, is_rendered as "isRendered" from ready`,
  { sellerProfileId: text, status: oneOf(ARTWORK_STATUSES), isRendered: boolean },
);

export type Hold = {
  artworkId: string;
  sellerProductId: string;
  productVersion: number;
  templateIds: readonly string[];
  until: Date;
};

/** Whether an artwork is ready to be sold on; if so it is held. Waits for whoever is about to deactivate it. */
export const lockIfReady = (tx: EntityManager, hold: Hold) =>
  LOCK.first(tx, [hold.artworkId, hold.sellerProductId, hold.templateIds, hold.productVersion, hold.until]);

const LET_GO = statement('delete from artwork_hold where seller_product_id = $1 and product_version < $2', {});

/** The product went on sale after it had been held for it: from now on that itself holds the artwork. */
export const letGoOfHold = (tx: EntityManager, sellerProductId: string, version: number): void =>
  LET_GO.onCommit(tx, [sellerProductId, version]);

const IN_USE = statement(
  `select exists (select from seller_product where artwork_id = $1 and status = 'active' and not deleted)
     or exists (select from artwork_hold where artwork_id = $1 and until > $2) as "isUsed"`,
  { isUsed: boolean },
);

/** Whether a product on sale shows it, or is about to. Its row must be locked, so that nothing goes on sale meanwhile. */
export const isInUse = async (tx: EntityManager, artworkId: string, now: Date): Promise<boolean> =>
  (await IN_USE.first(tx, [artworkId, now]))!.isUsed;
