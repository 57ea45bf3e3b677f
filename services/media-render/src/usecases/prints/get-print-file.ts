import { DomainError, notFound } from '@estampa/kernel/errors';
import type { PrintFormat } from '@estampa/kernel/print-formats';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { printDigest } from '../../adapters/print-hash.ts';
import { printFiles } from '../../db/print-file-repository.ts';
import { jobIn, type PrintJob } from '../../domain/print-job.ts';
import { printsOf, surfaceKeyOf } from './list-print-files.ts';
import { MAKE_PRINT_FILES } from './make-print-files.ts';

const TRY_AGAIN_SECONDS = 5;

type Input = { orderItemId: string; surface?: string | undefined; format: PrintFormat };

export type PrintFile = { readPath: string; sizeBytes: number; contentHash: string };

/**
 * Where what a surface of an item is printed from can be read: the first one if none is named. An item that is not paid for has none.
 * Other formats than PNG are made once somebody asks.
 */
export async function getPrintFile(context: Context, { orderItemId, surface, format }: Input): Promise<PrintFile> {
  const { em, caller, store, now, wake } = context;
  mustReachAll(caller);
  const prints = await printsOf(em, orderItemId);
  const sold = surface === undefined ? prints[0] : prints.find((one) => surfaceKeyOf(one) === surface);
  if (!sold) throw notFound('print file of item', orderItemId);
  const job = jobIn(format, sold.job, sold);
  const print = format === 'png' ? sold : await otherFormat(context, sold.digest, job);
  if (!print || (job.erased && print.key === null)) throw notFound('print file of item', orderItemId);
  const { digest, key, sizeBytes, contentHash } = print;
  await printFiles.saveUsed(em, digest, now());
  if (key === null || sizeBytes === null || contentHash === null) {
    wake(MAKE_PRINT_FILES);
    const message = 'The print file is being made; ask again in some seconds';
    throw new DomainError('busy', 'not_ready', message, { retryAfterSeconds: TRY_AGAIN_SECONDS });
  }
  return { readPath: await store.presignGet(key), sizeBytes, contentHash };
}

/** Made when it is first asked for, unless the words on it are gone. */
const otherFormat = ({ em, now }: Context, png: string, job: PrintJob) =>
  job.erased
    ? printFiles.findErased(em, job)
    : printFiles.findOrInsert(em, { png, digest: printDigest(job), job, now: now() });
