import { DomainError, notFound } from '@estampa/kernel/errors';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { printFiles } from '../../db/print-file-repository.ts';
import { printsOf, surfaceKeyOf } from './list-print-files.ts';
import { MAKE_PRINT_FILES } from './make-print-files.ts';

const TRY_AGAIN_SECONDS = 5;

type Input = { orderItemId: string; surface?: string | undefined };

export type PrintFile = { readPath: string; sizeBytes: number; contentHash: string };

/** Where what a surface of an item is printed from can be read: the first one if none is named. An item that is not paid for has none. */
export async function getPrintFile(context: Context, { orderItemId, surface }: Input): Promise<PrintFile> {
  const { em, caller, store, now, wake } = context;
  mustReachAll(caller);
  const prints = await printsOf(em, orderItemId);
  const print = surface === undefined ? prints[0] : prints.find((one) => surfaceKeyOf(one) === surface);
  if (!print) throw notFound('print file of item', orderItemId);
  const { digest, key, sizeBytes, contentHash } = print;
  await printFiles.saveUsed(em, digest, now());
  if (key === null || sizeBytes === null || contentHash === null) {
    wake(MAKE_PRINT_FILES);
    const message = 'The print file is being made; ask again in some seconds';
    throw new DomainError('busy', 'not_ready', message, { retryAfterSeconds: TRY_AGAIN_SECONDS });
  }
  return { readPath: await store.presignGet(key), sizeBytes, contentHash };
}
