import { isUuid } from '@estampa/kernel/ids';
import { selected } from '@estampa/kit/postgres/rows';
import { integer, nullable, type RowOf, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { inForceText } from './fee-override-repository.ts';
import { productType } from './tables/product-type.ts';

/** Active types as sellers see them. */
export const catalogEntries = {
  find: async (em: EntityManager, id: string): Promise<RowOf<typeof ENTRY> | undefined> =>
    isUuid(id) ? FIND.first(em, [id]) : undefined,

  /** Newest first, each with the fee that was agreed with a seller. */
  findRevisions: (em: EntityManager, sellerProfileId: string | null): Promise<RowOf<typeof REVISIONS>[]> =>
    ALL.all(em, [sellerProfileId]),
};

/** Another one after each change of the type, its parts or its active templates. */
const REVISION = `t.version || '-' || md5(coalesce((
  select string_agg(m.id || ':' || m.version, ',' order by m.id) from template m
  where m.product_type_id = t.id and m.is_active), '')) as revision`;
const REVISIONS = { productTypeId: productType.columns.id, revision: text, ownFeeBasisPoints: nullable(integer) };
const ENTRY = { ...productType.columns, revision: text };

const ALL = statement(
  `select t.id as "productTypeId", ${REVISION}, own_fee.platform_fee_basis_points as "ownFeeBasisPoints"
   from product_type t left join lateral (${inForceText('$1::uuid', 't.id')}) own_fee on true where t.is_active
   order by t.created_at desc, t.id desc`,
  REVISIONS,
);
const FIND = statement(
  `select ${selected(productType.columns, 't')}, ${REVISION} from product_type t where t.id = $1 and t.is_active`,
  ENTRY,
);
