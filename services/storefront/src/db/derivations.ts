import type { EntityManager } from '@mikro-orm/postgresql';
import { LOWEST_ID, type Touched } from './touched-products.ts';

/** Products that are still to be derived because of an event: those that it touches, after an id. */
export type Derivation = { id: string; touched: Touched; afterId: string; eventId: string };

/** How long one that failed gives way to others. */
const RETRY_AFTER_S = 5;

export const leaveDerivation = (
  tx: EntityManager,
  { touched, afterId, eventId }: Omit<Derivation, 'id'>,
): Promise<unknown> =>
  tx.execute('insert into derivation (touched, after_id, event_id) values (?::jsonb, ?, ?)', [
    JSON.stringify(touched),
    afterId,
    eventId,
  ]);

/** The same of all products of one store; false when it has none. */
export async function leaveDerivationOfStore(
  tx: EntityManager,
  { sellerProfileId, eventId }: { sellerProfileId: string; eventId: string },
): Promise<boolean> {
  const left = await tx.execute<unknown[]>(
    `insert into derivation (touched, after_id, event_id) select ?::jsonb, ?, ?
     where exists (select from product_count where seller_profile_id = ?) returning id`,
    [JSON.stringify({ sellerProfileId } satisfies Touched), LOWEST_ID, eventId, sellerProfileId],
  );
  return left.length > 0;
}

/** The one that has waited longest, held until the transaction ends: every replica takes another. */
export async function claimDerivation(tx: EntityManager): Promise<Derivation | undefined> {
  const [derivation] = await tx.execute<Derivation[]>(
    `select id, touched, after_id as "afterId", event_id as "eventId" from derivation
     where due_at <= now() order by due_at, id limit 1 for update skip locked`,
  );
  return derivation;
}

export const storeStep = (tx: EntityManager, id: string, afterId: string): Promise<unknown> =>
  tx.execute('update derivation set after_id = ?, due_at = now() where id = ?', [afterId, id]);

export const dropDerivation = (tx: EntityManager, id: string): Promise<unknown> =>
  tx.execute('delete from derivation where id = ?', [id]);

export const postponeDerivation = (em: EntityManager, id: string): Promise<unknown> =>
  em.execute(`update derivation set due_at = now() + interval '${RETRY_AFTER_S} seconds' where id = ?`, [id]);
