import type { PrintInput } from '@estampa/contracts/media/v1/print_file';
import type { OrderChanged, SoldItem } from '@estampa/contracts/orders/v1/events';
import { printDigest } from '../../adapters/print-hash.ts';
import { imageOfObject } from '@estampa/kernel/image-sizes';
import type { Context } from '../../context.ts';
import { printFiles, type SoldPrint } from '../../db/print-file-repository.ts';
import { soldImages } from '../../db/sold-image-repository.ts';
import { templates } from '../../db/template-repository.ts';
import { previewedBy } from '../../domain/key-owner.ts';
import type { PrintArea } from '../../domain/print-quality.ts';
import { soldUnprintable } from '../../metrics.ts';
import { MAKE_PRINT_FILES } from './make-print-files.ts';

/** What was sold and paid for is to be printed, and shown as it was, whatever becomes of its order later. */
export async function projectSoldItems({ em, now, wake }: Context, { order }: OrderChanged): Promise<void> {
  if (order!.paymentStatus !== 'approved') return;
  const shown = order!.items.flatMap(({ imageKey }) =>
    imageKey === undefined ? [] : imageOfObject(imageKey.split('?')[0]!),
  );
  if (shown.length > 0) soldImages.insertStored(em, shown.map(shownImage));
  const printed = order!.items.filter((item) => item.print !== undefined) as (SoldItem & { print: PrintInput })[];
  const unsaid = printed.filter(({ print }) => !print.printArea?.bounds).map(({ print }) => print.templateId);
  const areas = unsaid.length > 0 ? await templates.findPrintAreas(em, unsaid) : new Map<string, PrintArea>();
  const sold = printed.flatMap((item) => soldPrint(item, areas));
  soldUnprintable.inc(order!.items.length - sold.length);
  if (sold.length === 0) return;
  printFiles.insert(em, sold, now());
  wake(MAKE_PRINT_FILES);
}

const shownImage = (key: string) => ({ key, ...(previewedBy(key) ?? { artworkId: null, fileVersion: null }) });

function soldPrint(
  { id, print }: SoldItem & { print: PrintInput },
  areas: ReadonlyMap<string, PrintArea>,
): SoldPrint[] {
  const { artworkId, artworkVersion, templateId, x, y, scale, rotation } = print;
  const { bounds, widthMm = null, bleedMm = 0 } = print.printArea ?? {};
  const sold: PrintArea | undefined = bounds ? { bounds, widthMm, bleedMm } : areas.get(templateId);
  if (!sold) return [];
  const printArea = { bounds: sold.bounds, widthMm: sold.widthMm };
  const job = { artworkId, artworkVersion, placement: { x, y, scale, rotation }, printArea };
  return [{ orderItemId: id, digest: printDigest(job), job, bleedMm: sold.bleedMm ?? 0 }];
}
