import { endingLeases } from '@estampa/kit/service/lease';
import { nullable, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { StatementPlace } from '../domain/statement-walk.ts';
import { takingReconciliations } from './reconcile-claims.ts';

/** A provider whose statements are to be read, from a place on; taken until `leaseEnd`. */
export type StatementReconciliation = { provider: string; place: StatementPlace; leaseEnd: Date };

type Taking = { providers: readonly string[]; now: Date; leaseEnd: Date; firstAt: Date; firstDay: string };

/** The reconciliations that are due; whoever was never swept is at `firstAt`, from `firstDay` on. */
export async function takeStatementReconciliations(
  em: EntityManager,
  { providers, now, leaseEnd, firstAt, firstDay }: Taking,
): Promise<StatementReconciliation[]> {
  const taken = await TAKE.all(em, [providers, now, leaseEnd, firstAt, firstDay]);
  return taken.map(({ provider, day, cursor }) => ({ provider, place: { day, cursor }, leaseEnd }));
}

const TAKE = statement(
  takingReconciliations('statement_sweep', { first: { due_at: '$4', day: '$5' }, shown: 'day, cursor' }),
  {
    provider: text,
    day: text,
    cursor: nullable(text),
  },
);

/** Writes down how far a reconciliation is and until when it is taken, or when to go on; false when another has taken it since. */
export async function saveStatementReconciliation(
  em: EntityManager,
  { provider, leaseEnd }: StatementReconciliation,
  { place, dueAt }: { place: StatementPlace; dueAt: Date },
): Promise<boolean> {
  return END(em, { key: provider, until: leaseEnd }, dueAt, place.day, place.cursor);
}

const END = endingLeases({ table: 'statement_sweep', key: 'provider', also: ['day', 'cursor'] });

type Moved = { received: readonly string[]; reversed: readonly string[] };

/** Those of the payments that are ours and whose money was never counted, or that more can go back of than is known. */
export async function notTaken(em: EntityManager, provider: string, { received, reversed }: Moved): Promise<string[]> {
  if (received.length === 0 && reversed.length === 0) return [];
  return (await NOT_TAKEN.all(em, [provider, received, reversed])).map(({ paymentId }) => paymentId);
}

const NOT_TAKEN = statement(
  `select provider_payment_id as "paymentId" from payment
   where provider = $1 and provider_payment_id = any($2::text[]) and paid_at is null
   union
   select provider_payment_id from payment
   where provider = $1 and provider_payment_id = any($3::text[]) and refunded_cents < amount_cents`,
  { paymentId: text },
);
