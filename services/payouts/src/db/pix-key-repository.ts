import { toRecord } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { lockSellers } from './lock-sellers.ts';
import { pixKey, type PixKeyRow } from './tables/pix-key.ts';

/** The Pix keys of sellers. What changes one has the lock of its seller first, as what pays out has. */
export const pixKeys = {
  /** The one that a seller has now. */
  find: (em: EntityManager, sellerProfileId: string): Promise<PixKeyRow | undefined> =>
    CURRENT.first(em, [sellerProfileId]),

  /** The same, to be replaced. */
  async lock(tx: EntityManager, sellerProfileId: string): Promise<PixKeyRow | undefined> {
    await lockSellers(tx, [sellerProfileId]);
    return CURRENT.first(tx, [sellerProfileId]);
  },

  /** Written with the commit, after the end of the one before. */
  insert: (tx: EntityManager, row: PixKeyRow): void => INSERT.onCommit(tx, [toRecord(row)]),

  /** Written with the commit. */
  saveEnded: (tx: EntityManager, id: string, endedAt: Date): void => END.onCommit(tx, [id, endedAt]),

  /** All keys that a user ever set, or that were of a seller; ends the present one. */
  erase: (tx: EntityManager, userId: string, sellerProfileId: string | null, now: Date): Promise<unknown> =>
    ERASE.all(tx, [userId, sellerProfileId, now]),
};

const CURRENT = pixKey.select('k', 'where k.seller_profile_id = $1 and k.ended_at is null');
const INSERT = statement(pixKey.insertRecord('$1'), {});
const END = statement('update pix_key set ended_at = $2 where id = $1', {});
const ERASE = statement(
  `update pix_key set key = null, ended_at = coalesce(ended_at, $3)
   where (set_by = $1 or seller_profile_id = $2) and key is not null`,
  {},
);
