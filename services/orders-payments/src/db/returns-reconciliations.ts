import { endingLeases } from '@estampa/kit/service/lease';
import { nullable, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Place } from '../domain/returns-walk.ts';
import { takingReconciliations } from './reconcile-claims.ts';

/** A provider whose charges are to be looked through, from a place on; taken until `leaseEnd`. */
export type ReturnsReconciliation = { provider: string; place: Place | null; leaseEnd: Date };

type Taking = { providers: readonly string[]; now: Date; leaseEnd: Date; firstAt: Date };

/** The reconciliations that are due; whoever was never swept is at `firstAt`. */
export async function takeReturnsReconciliations(
  em: EntityManager,
  { providers, now, leaseEnd, firstAt }: Taking,
): Promise<ReturnsReconciliation[]> {
  const taken = await TAKE.all(em, [providers, now, leaseEnd, firstAt]);
  return taken.map(({ provider, madeTo, cursor }) => ({
    provider,
    place: madeTo === null ? null : { madeTo, cursor },
    leaseEnd,
  }));
}

const TAKE = statement(
  takingReconciliations('returns_sweep', { first: { due_at: '$4' }, shown: 'made_to as "madeTo", cursor' }),
  { provider: text, madeTo: nullable(text), cursor: nullable(text) },
);

/** Writes down how far a reconciliation is and until when it is taken, or when to go on; false when another has taken it since. */
export async function saveReturnsReconciliation(
  em: EntityManager,
  { provider, leaseEnd }: ReturnsReconciliation,
  { place, dueAt }: { place: Place | null; dueAt: Date },
): Promise<boolean> {
  return END(em, { key: provider, until: leaseEnd }, dueAt, place?.madeTo ?? null, place?.cursor ?? null);
}

const END = endingLeases({ table: 'returns_sweep', key: 'provider', also: ['made_to', 'cursor'] });
