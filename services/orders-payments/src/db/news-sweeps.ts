import { moment, statement, text } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** What a provider has told since `sweptTo` is to be listed; taken until `leaseEnd`. */
export type NewsSweep = { provider: string; sweptTo: Date; leaseEnd: Date };

type Taking = { providers: readonly string[]; now: Date; leaseEnd: Date; firstFrom: Date };

/** The sweeps that are due, one for each provider; whoever was never swept is. */
export async function takeNewsSweeps(
  em: EntityManager,
  { providers, now, leaseEnd, firstFrom }: Taking,
): Promise<NewsSweep[]> {
  const taken = await TAKE.all(em, [providers, now, leaseEnd, firstFrom]);
  return taken.map((one) => ({ ...one, leaseEnd }));
}

const TAKE = statement(
  `with first as (
     insert into payment_sweep (provider, due_at, swept_to)
     select name, $3, $4 from unnest($1::text[]) as name
     where not exists (select from payment_sweep as known where known.provider = name)
     on conflict do nothing returning provider, swept_to
   ), due as (
     update payment_sweep set due_at = $3 where provider = any($1::text[]) and due_at <= $2 returning provider, swept_to
   )
   select provider, swept_to as "sweptTo" from first union all select provider, swept_to from due`,
  { provider: text, sweptTo: moment },
);

/** Ends a lease: how far everything is listed now, and when to go on. */
export const endNewsSweep = (
  em: EntityManager,
  { provider, leaseEnd }: NewsSweep,
  { sweptTo, dueAt }: { sweptTo: Date; dueAt: Date },
): Promise<unknown> => END.all(em, [provider, leaseEnd, sweptTo, dueAt]);

const END = statement('update payment_sweep set swept_to = $3, due_at = $4 where provider = $1 and due_at = $2', {});

export const isSweptSince = async (em: EntityManager, provider: string, time: Date): Promise<boolean> =>
  Boolean(await SWEPT.first(em, [provider, time]));

const SWEPT = statement('select from payment_sweep where provider = $1 and swept_to >= $2', {});
