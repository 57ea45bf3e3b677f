import { type EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { SellerProfileRow } from './seller-profile.entity.ts';

export const lockSellerProfile = (
  tx: EntityManager,
  where: FilterQuery<SellerProfileRow>,
): Promise<SellerProfileRow | null> =>
  tx.findOne(SellerProfileRow, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
