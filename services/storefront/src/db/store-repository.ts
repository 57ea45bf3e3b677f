import { isUuid } from '@estampa/kernel/ids';
import { json, type RowOf } from '@estampa/kit/postgres/columns';
import { type Reads, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { COUNTER_COLUMNS, COUNTERS, FOUND_STORE, named } from './read-model.ts';
import { store } from './tables/store.ts';

const PAGE = { state: json<unknown>(), ...COUNTERS };

/** Stores, found by id or slug. */
export const stores = {
  /** The parts of a store's page; undefined where none is shown under that name. */
  findPage: (reads: Reads, name: string): Promise<RowOf<typeof PAGE> | undefined> =>
    FIND_PAGE.first(reads, named(name)),

  /** The id of a store, shown or hidden; null for an unknown slug. */
  findId: async (em: EntityManager, name: string): Promise<string | null> =>
    isUuid(name) ? name : ((await FIND_ID.first(em, [name]))?.id ?? null),
};

const FIND_PAGE = statement(`with ${FOUND_STORE} select s.fact as state, ${COUNTER_COLUMNS} from found s`, PAGE);

const { id } = store.columns;
const FIND_ID = statement('select id from store where slug = $1 order by updated_at desc limit 1', { id });
