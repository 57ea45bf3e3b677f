import { statement } from '@estampa/kit/postgres/statement';
import { text, textArray } from '@estampa/kit/postgres/columns';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isSold } from './sold-image-repository.ts';
import { IS_ON_TEMPLATE, IS_SUPERSEDED } from './outdated-render-repository.ts';
import { render, type RenderRow } from './tables/render.ts';

/** Renders that show several artworks, as no product does any more. */
export const supersededRenders = {
  /** Which artworks some of those show whose images are due to go. */
  findArtworksOfDue: async (em: EntityManager, now: Date, limit: number): Promise<string[]> => [
    ...new Set((await ARTWORKS_OF_DUE.all(em, [now, limit])).flatMap(({ artworkIds }) => artworkIds)),
  ],

  /**
   * Some whose images are due to go and that show none but these artworks, locked until the transaction ends. What an order shows is
   * none of them, nor what is being made or about to be sold.
   */
  lockDue: (
    tx: EntityManager,
    { artworkIds, now, limit }: { artworkIds: readonly string[]; now: Date; limit: number },
  ): Promise<RenderRow[]> => LOCK_DUE.all(tx, [now, limit, artworkIds]),
};

const SHOWN = '(r.other_artwork_ids || r.artwork_id::text)';

const isReserved = (table: string): string =>
  `exists (select from ${table} held where held.artwork_id = any(${SHOWN}::uuid[]) and held.until > $1)`;

const DUE = `join discarded_object d on d.key = r.key and d.due_at <= $1 join template t on ${IS_ON_TEMPLATE}
   where ${IS_SUPERSEDED} and not r.is_deleted and (r.lease_until is null or r.lease_until <= $1)
     and not ${isSold('r')}
     and not exists (select from render_task task where task.artwork_id = r.artwork_id and task.template_id = r.template_id)
     and not ${isReserved('artwork_hold')} and not ${isReserved('other_artwork_reservation')}`;

const ARTWORKS_OF_DUE = statement(`select ${SHOWN} as "artworkIds" from render r ${DUE} order by d.due_at limit $2`, {
  artworkIds: textArray(text),
});

const LOCK_DUE = render.select(
  'r',
  `${DUE} and ${SHOWN} <@ $3::text[] order by d.due_at limit $2 for update of r skip locked`,
);
