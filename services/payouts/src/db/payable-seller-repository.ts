import { bigint, integer, nullable, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PAYOUT_ITEMS_MAX } from '../domain/payout.ts';
import { payout } from './tables/payout.ts';
import { pixKey } from './tables/pix-key.ts';

/** What one batch of each seller would take now: what `lockPayable` gives, without locks. */
export const payableSellers = {
  findAll: (em: EntityManager) => ALL.all(em, []),

  findSome: (em: EntityManager, sellerProfileIds: readonly string[]) => SOME.all(em, [sellerProfileIds]),
};

const COLUMNS = {
  sellerProfileId: payout.columns.sellerProfileId,
  amountCents: bigint,
  itemCount: integer,
  keyId: nullable(pixKey.columns.id),
  kind: nullable(pixKey.columns.kind),
  key: nullable(text),
  usableFrom: nullable(pixKey.columns.usableFrom),
};

const payable = (condition: string) =>
  statement(
    `with free as (
       select seller_profile_id, type, amount_cents,
         row_number() over (partition by seller_profile_id, type order by id) as place,
         count(*) filter (where type = 'adjustment') over (partition by seller_profile_id) as owed
       from payout_item where status = 'releasable' and payout_id is null ${condition}
     ), sums as (
       select seller_profile_id, sum(amount_cents) as cents, count(*) as items from free
       where place <= case type when 'adjustment' then ${PAYOUT_ITEMS_MAX - 1}
         else greatest(${PAYOUT_ITEMS_MAX} - least(owed, ${PAYOUT_ITEMS_MAX - 1}), 1) end
       group by seller_profile_id
     )
     select s.seller_profile_id as "sellerProfileId", s.cents as "amountCents", s.items as "itemCount",
       k.id as "keyId", k.kind, k.key, k.usable_from as "usableFrom"
     from sums as s left join pix_key as k on k.seller_profile_id = s.seller_profile_id and k.ended_at is null`,
    COLUMNS,
  );

const ALL = payable('');
const SOME = payable('and seller_profile_id = any($1::uuid[])');
export type PayableRow = Awaited<ReturnType<typeof ALL.all>>[number];
