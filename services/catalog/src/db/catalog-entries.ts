import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import { PRODUCT_TYPE_COLUMNS, PRODUCT_TYPE_SELECTED } from './product-type-state.ts';

/** Another one after each change of the type, its parts or its active templates. */
const REVISION = `t.version || '-' || md5(coalesce((
  select string_agg(m.id || ':' || m.version, ',' order by m.id) from template m
  where m.product_type_id = t.id and m.is_active), '')) as revision`;

export const LIST_ENTRIES = statement(
  `select t.id as "productTypeId", ${REVISION} from product_type t where t.is_active
   order by t.created_at desc, t.id desc`,
  { productTypeId: text, revision: text },
);

export const FIND_ENTRY = statement(
  `select ${PRODUCT_TYPE_SELECTED}, ${REVISION} from product_type t where t.id = $1 and t.is_active`,
  { ...PRODUCT_TYPE_COLUMNS, revision: text },
);
