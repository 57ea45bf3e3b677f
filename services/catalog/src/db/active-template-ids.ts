import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

export const activeTemplateIds = async (em: EntityManager, productTypeId: string): Promise<string[]> =>
  (await ACTIVE.all(em, [productTypeId])).map(({ id }) => id);

const ACTIVE = statement('select id from template where product_type_id = $1 and is_active order by created_at, id', {
  id: text,
});
