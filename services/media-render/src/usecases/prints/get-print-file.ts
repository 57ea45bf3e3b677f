import { DomainError, notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { printOfItem } from '../../db/print-file.ts';

const TRY_AGAIN_SECONDS = 5;

export type PrintFile = { readPath: string; sizeBytes: number; contentHash: string };

/** Where what an item is printed from can be read; an item that is not paid for has none. */
export async function getPrintFile({ em, caller, store }: Context, orderItemId: string): Promise<PrintFile> {
  mustReachAll(caller);
  const print = isUuid(orderItemId) ? await printOfItem(em, orderItemId) : undefined;
  if (!print) throw notFound('print file of item', orderItemId);
  const { key, sizeBytes, contentHash } = print;
  if (key === null || sizeBytes === null || contentHash === null) {
    const message = 'The print file is being made; ask again in some seconds';
    throw new DomainError('busy', 'not_ready', message, { retryAfterSeconds: TRY_AGAIN_SECONDS });
  }
  return { readPath: await store.presignGet(key), sizeBytes, contentHash };
}
