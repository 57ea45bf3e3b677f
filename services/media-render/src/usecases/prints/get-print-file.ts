import { DomainError, notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { printDigest } from '../../adapters/print-hash.ts';
import { printFiles } from '../../db/print-file-repository.ts';
import { jobIn, type PrintFormat } from '../../domain/print-job.ts';
import { MAKE_PRINT_FILES } from './make-print-files.ts';

const TRY_AGAIN_SECONDS = 5;

export type PrintFile = { readPath: string; sizeBytes: number; contentHash: string };

type Requested = { orderItemId: string; format: PrintFormat };

/** Where what an item is printed from can be read; an item that is not paid for has none. Other formats than PNG are made once somebody asks. */
export async function getPrintFile(
  { em, caller, store, now, wake }: Context,
  { orderItemId, format }: Requested,
): Promise<PrintFile> {
  mustReachAll(caller);
  const sold = isUuid(orderItemId) ? await printFiles.findOfItem(em, orderItemId) : undefined;
  if (!sold) throw notFound('print file of item', orderItemId);
  const job = jobIn(format, sold.job, sold.bleedMm);
  const print = format === 'png' ? sold : await printFiles.findOrInsert(em, printDigest(job), job, now());
  const { digest, key, sizeBytes, contentHash } = print;
  await printFiles.saveUsed(em, digest, now());
  if (key === null || sizeBytes === null || contentHash === null) {
    wake(MAKE_PRINT_FILES);
    const message = 'The print file is being made; ask again in some seconds';
    throw new DomainError('busy', 'not_ready', message, { retryAfterSeconds: TRY_AGAIN_SECONDS });
  }
  return { readPath: await store.presignGet(key), sizeBytes, contentHash };
}
