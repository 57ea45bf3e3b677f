import { stat, writeFile } from 'node:fs/promises';
import { imageHeader, HEADER_BYTES } from '../../adapters/image-header.ts';
import { temporaryFile } from '../../adapters/temporary-file.ts';
import type { Context } from '../../context.ts';
import { artworkFiles } from '../../db/artwork-file-repository.ts';
import { type ClaimedPrint, type MadePrint, printFiles } from '../../db/print-file-repository.ts';
import { textBytes, turnedBytes } from '../../domain/decoded-bytes.ts';
import { PRINT_FORMATS } from '@estampa/kernel/print-formats';
import { sizeInPx } from '../../domain/geometry.ts';
import { originalKey, printKey } from '../../domain/storage-keys.ts';
import { printedPart, planPrint } from '../../domain/print-plan.ts';

export const MAKE_PRINT_FILES = 'make-print-files';

/** Longer than one print takes; after it another replica may try. */
const CLAIM_MS = 10 * 60_000;
const RETRY_MIN_MS = 5_000;
const RETRY_MAX_MS = 10 * 60_000;

/** Makes what is due, one after the other; a crash between the steps makes the same bytes again. */
export async function makePrintFiles(context: Context, signal: AbortSignal): Promise<void> {
  const { em, now, log } = context;
  const claim = () => printFiles.claim(em.fork(), now(), new Date(now().getTime() + CLAIM_MS));
  for (let print = await claim(); print && !signal.aborted; print = await claim()) {
    try {
      await printFiles.saveMade(em.fork(), print.digest, await make(context, print));
    } catch (error) {
      log.error({ err: error, digest: print.digest, tries: print.tries }, 'a print file could not be made yet');
      const waitMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(print.tries, 10));
      await printFiles.savePostponed(em.fork(), print.digest, new Date(now().getTime() + waitMs));
    }
  }
}

async function make(
  { em, call, store, studio }: Context,
  { digest, job, timesForgotten }: ClaimedPrint,
): Promise<MadePrint> {
  const {
    artworkId,
    artworkVersion: fileVersion,
    placement,
    printArea,
    format = 'png',
    text = null,
    pressProfile,
  } = job;
  const original = await artworkFiles.find(em.fork(), artworkId, fileVersion);
  if (!original) throw new Error(`artwork ${artworkId} has no version ${fileVersion}`);
  const { sellerProfileId } = original;
  const key = originalKey({ artworkId, sellerProfileId, fileVersion, format: original.format });
  const stored = await store.head(key);
  if (!stored) throw new Error(`there is no original at ${key}`);

  const size = sizeInPx(original);
  const plan = planPrint(size, placement, printArea.bounds);
  const header = await imageHeader(await store.readStart(key, stored.etag, HEADER_BYTES));
  const part = printedPart(size, plan);
  const extraBytes = turnedBytes(part?.scaled ?? null, plan.rotation) + textBytes(plan.canvas, text?.box ?? null);
  return studio.readOriginal({ owner: sellerProfileId, header, extraBytes, signal: call.signal }, async (run) => {
    await using source = await temporaryFile();
    await using made = await temporaryFile();
    await using profile = await temporaryFile();
    await store.download(key, stored.etag, source.path);
    if (pressProfile !== undefined) await writeFile(profile.path, await store.read(pressProfile));
    const contentHash = await run('printImage', {
      path: source.path,
      to: made.path,
      plan,
      part,
      widthMm: printArea.widthMm,
      bleedMm: printArea.bleedMm ?? 0,
      format,
      text,
      pressProfile: pressProfile === undefined ? null : profile.path,
    });
    const { size: sizeBytes } = await stat(made.path);
    const { extension, contentType } = PRINT_FORMATS[format];
    const target = printKey({ sellerProfileId, artworkId }, { digest, timesForgotten, extension });
    await store.putFile(target, made.path, { sizeBytes, contentType });
    return { key: target, sizeBytes, contentHash };
  });
}
