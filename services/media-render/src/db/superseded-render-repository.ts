import type { EntityManager } from '@mikro-orm/postgresql';
import { isSold } from './sold-image-repository.ts';
import { IS_ON_TEMPLATE, IS_SUPERSEDED } from './outdated-render-repository.ts';
import { render, type RenderRow } from './tables/render.ts';

/** Renders that show several artworks, as no product does any more. */
export const supersededRenders = {
  /**
   * Some whose images are due to go, locked until the transaction ends. What an order shows is none of them, nor what is being made or
   * about to be sold.
   */
  lockDue: (tx: EntityManager, now: Date, limit: number): Promise<RenderRow[]> => LOCK_DUE.all(tx, [now, limit]),
};

const LOCK_DUE = render.select(
  'r',
  `join discarded_object d on d.key = r.key and d.due_at <= $1 join template t on ${IS_ON_TEMPLATE}
   where ${IS_SUPERSEDED} and not r.is_deleted and (r.lease_until is null or r.lease_until <= $1)
     and not ${isSold('r')}
     and not exists (select from render_task task where task.artwork_id = r.artwork_id and task.template_id = r.template_id)
     and not exists (select from artwork_hold held where held.artwork_id = r.artwork_id and held.until > $1)
     and not exists (select from other_artwork_reservation held where held.artwork_id = r.artwork_id and held.until > $1)
   order by d.due_at limit $2 for update of r skip locked`,
);
