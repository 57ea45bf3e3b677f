import { boolean } from '@estampa/kit/postgres/columns';
import { toRecords } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { soldImage } from './tables/sold-image.ts';

/** Images that orders show. */
export const soldImages = {
  /** Whether an order may show what stands there. */
  has: async (em: EntityManager, key: string): Promise<boolean> => (await HAS.first(em, [key]))!.found,

  /** They stay for as long as orders do; written with the commit, in one order, so that two transactions never wait for each other. */
  insert: (tx: EntityManager, keys: readonly string[]): void =>
    INSERT.onCommit(tx, [toRecords(keys.toSorted().map((key) => ({ key })))]),
};

const HAS = statement('select exists (select from sold_picture where key = $1) as found', { found: boolean });
const INSERT = statement(`${soldImage.insertRecords('$1')} on conflict do nothing`, {});
