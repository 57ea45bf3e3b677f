import { isUuid } from '@estampa/kernel/ids';
import { selected } from '@estampa/kit/postgres/rows';
import { type RowOf, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { productType } from './tables/product-type.ts';

/** Active types as sellers see them. */
export const catalogEntries = {
  find: async (em: EntityManager, id: string): Promise<RowOf<typeof ENTRY> | undefined> =>
    isUuid(id) ? FIND.first(em, [id]) : undefined,

  /** Newest first. */
  findRevisions: (em: EntityManager): Promise<RowOf<typeof REVISIONS>[]> => ALL.all(em, []),
};

/** Another one after each change of the type, its parts or its active templates. */
const REVISION = `t.version || '-' || md5(coalesce((
  select string_agg(m.id || ':' || m.version, ',' order by m.id) from template m
  where m.product_type_id = t.id and m.is_active), '')) as revision`;
const REVISIONS = { productTypeId: productType.columns.id, revision: text };
const ENTRY = { ...productType.columns, revision: text };

const ALL = statement(
  `select t.id as "productTypeId", ${REVISION} from product_type t where t.is_active
   order by t.created_at desc, t.id desc`,
  REVISIONS,
);
const FIND = statement(
  `select ${selected(productType.columns, 't')}, ${REVISION} from product_type t where t.id = $1 and t.is_active`,
  ENTRY,
);
