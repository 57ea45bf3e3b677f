import type { EntityManager } from '@mikro-orm/postgresql';
import { pageChanges } from '../../db/page-change-repository.ts';
import { LOWEST_ID } from '@estampa/kernel/ids';
import { EVERYTHING } from '../../domain/page-names.ts';
import { deriveChunk } from './derive-products.ts';

/** Derives all products again from the stored states, chunk by chunk, without downtime. Reports the number of products. */
export async function rederiveAll(em: EntityManager, report: (products: number) => void = () => {}): Promise<number> {
  let products = 0;
  for (let after: string | undefined = LOWEST_ID; after !== undefined;) {
    const { ids, isLast } = await em.transactional((tx) => deriveChunk(tx, 'all', after!));
    products += ids.length;
    report(products);
    after = isLast ? undefined : ids.at(-1);
  }
  await em.transactional(async (tx) => pageChanges.insert(tx, [EVERYTHING]));
  return products;
}
