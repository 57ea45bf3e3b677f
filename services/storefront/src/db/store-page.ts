import { json, type RowOf } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { COUNTER_COLUMNS, COUNTERS, FOUND_STORE, named } from './read-model.ts';

const COLUMNS = { fact: json<unknown>(), ...COUNTERS };

/** What the page of a store is made of, by its id or slug; undefined where none is shown under that name. */
export const findStorePage = (em: EntityManager, store: string): Promise<RowOf<typeof COLUMNS> | undefined> =>
  STORE_PAGE.first(em, named(store));

const STORE_PAGE = statement(`with ${FOUND_STORE} select s.fact, ${COUNTER_COLUMNS} from found s`, COLUMNS);
