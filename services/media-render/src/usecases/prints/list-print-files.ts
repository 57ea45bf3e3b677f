import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { FRONT } from '@estampa/kernel/product-surfaces';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { printFiles, type PrintOfItem } from '../../db/print-file-repository.ts';

/** What all surfaces of an item are printed from, made or not. */
export async function listPrintFiles({ em, caller }: Context, orderItemId: string): Promise<PrintOfItem[]> {
  mustReachAll(caller);
  const prints = await printsOf(em, orderItemId);
  if (prints.length === 0) throw notFound('print files of item', orderItemId);
  return prints;
}

export const printsOf = async (em: EntityManager, orderItemId: string): Promise<PrintOfItem[]> =>
  isUuid(orderItemId) ? printFiles.findOfItem(em, orderItemId) : [];

export const surfaceKeyOf = ({ surface }: Pick<PrintOfItem, 'surface'>): string => surface ?? FRONT;
