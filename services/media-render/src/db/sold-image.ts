import { boolean, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const STORE = statement(
  'insert into sold_picture (key) select distinct key from unnest($1::text[]) as key on conflict do nothing',
  {},
);

/** Lets images stay for as long as orders do. */
export const projectSoldImages = (tx: EntityManager, keys: readonly string[]): void => STORE.onCommit(tx, [keys]);

const SOLD = statement('select exists (select from sold_picture where key = $1) as found', { found: boolean });

/** Whether an order may show what stands there. */
export const isSoldImage = async (em: EntityManager, key: string): Promise<boolean> =>
  (await SOLD.first(em, [key]))!.found;

const AFTER = statement('select key from sold_picture where key > $1 order by key limit $2', { key: text });

export const soldImagesAfter = (em: EntityManager, key: string, count: number) => AFTER.all(em, [key, count]);
