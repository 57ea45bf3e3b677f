import { selected } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import { endingLeases } from '@estampa/kit/service/lease';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Progress } from '../domain/walk.ts';
import { reconciliation } from './tables/reconciliation.ts';

/** A reconciliation of one kind with one provider's lists, claimed until `leaseEnd`. */
export type Reconciliation<Place> = {
  provider: string;
  leaseEnd: Date;
  progress: Progress<Place> | null;
  doneTo: Date | null;
};

type Claim = { kind: string; providers: readonly string[]; now: Date; leaseEnd: Date; firstAt: Date };
type Save<Place> = { progress: Progress<Place> | null; doneTo: Date | null; dueAt: Date };

export const reconciliations = {
  isDoneSince: async (em: EntityManager, kind: string, provider: string, time: Date): Promise<boolean> =>
    Boolean(await DONE.first(em, [kind, provider, time])),

  /** Claims those of a kind that are due, one for each provider; the first of a provider is due at `firstAt`. */
  async claim<Place>(
    em: EntityManager,
    { kind, providers, now, leaseEnd, firstAt }: Claim,
  ): Promise<Reconciliation<Place>[]> {
    const claimed = await CLAIM.all(em, [kind, providers, now, leaseEnd, firstAt]);
    return claimed.map(({ provider, startedAt, place, doneTo }) => ({
      provider,
      leaseEnd,
      progress: startedAt && { startedAt, place: place as Place },
      doneTo,
    }));
  },

  /**
   * Saves the progress with the lease or the next due time; false if another replica has claimed it since: then nothing is saved.
   */
  save: <Place>(
    em: EntityManager,
    kind: string,
    { provider, leaseEnd }: Pick<Reconciliation<Place>, 'provider' | 'leaseEnd'>,
    { progress, doneTo, dueAt }: Save<Place>,
  ): Promise<boolean> => {
    const lease = { key: [kind, provider], until: leaseEnd };
    return endLease(em, lease, dueAt, progress?.startedAt ?? null, progress && JSON.stringify(progress.place), doneTo);
  },
};

const DONE = statement('select from reconciliation where kind = $1 and provider = $2 and done_to >= $3', {});

const CLAIMED = reconciliation.pick('provider', 'startedAt', 'place', 'doneTo');

const CLAIM = statement(
  `with first as (
     insert into reconciliation (kind, provider, due_at)
     select $1, name, $5 from unnest($2::text[]) as name
     where not exists (select from reconciliation known where known.kind = $1 and known.provider = name) on conflict do nothing
   )
   update reconciliation as r set due_at = $4
   where r.kind = $1 and r.provider = any($2::text[]) and r.due_at <= $3
   returning ${selected(CLAIMED, 'r')}`,
  CLAIMED,
);

const endLease = endingLeases({
  table: 'reconciliation',
  key: ['kind', 'provider'],
  also: ['started_at', 'place', 'done_to'],
});
