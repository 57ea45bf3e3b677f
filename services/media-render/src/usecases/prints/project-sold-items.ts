import type { PrintInput } from '@estampa/contracts/media/v1/print_file';
import type { OrderChanged, SoldItem } from '@estampa/contracts/orders/v1/events';
import { printDigest } from '../../adapters/print-hash.ts';
import { imageOfObject } from '@estampa/kernel/image-sizes';
import type { Context } from '../../context.ts';
import { erasedTexts } from '../../db/erased-text-repository.ts';
import { printFiles, type SoldPrint } from '../../db/print-file-repository.ts';
import { soldImages } from '../../db/sold-image-repository.ts';
import { templates } from '../../db/template-repository.ts';
import { textOnPrint } from '../../domain/text-on-print.ts';
import { placedTextOf } from '../../messages/placed-text.ts';
import { previewedBy } from '../../domain/key-owner.ts';
import type { PrintArea } from '../../domain/print-quality.ts';
import { soldUnprintable } from '../../metrics.ts';
import { MAKE_PRINT_FILES } from './make-print-files.ts';

/** What was sold and paid for is to be printed, and shown as it was, whatever becomes of its order later. */
export async function projectSoldItems({ em, now, wake }: Context, { order }: OrderChanged): Promise<void> {
  const surfaces = order!.items.flatMap(surfacesOf);
  const erased = surfaces.filter(({ print }) => print?.textErased);
  if (erased.length > 0) await erasedTexts.save(em, erased);
  if (order!.paymentStatus !== 'approved') return;
  const shown = order!.items.flatMap(({ imageKey }) =>
    imageKey === undefined ? [] : imageOfObject(imageKey.split('?')[0]!),
  );
  if (shown.length > 0) soldImages.insertStored(em, shown.map(shownImage));
  const printed = surfaces.filter((one): one is Printed => one.print !== undefined && !one.print.textErased);
  const unsaid = printed.filter(({ print }) => !print.printArea?.bounds).map(({ print }) => print.templateId);
  const areas = unsaid.length > 0 ? await templates.findPrintAreas(em, unsaid) : new Map<string, PrintArea>();
  const sold = printed.flatMap((one) => soldPrint(one, areas));
  soldUnprintable.inc(surfaces.length - erased.length - sold.length);
  if (sold.length === 0) return;
  printFiles.insert(em, sold, now());
  wake(MAKE_PRINT_FILES);
}

type Surface = Pick<SoldPrint, 'orderItemId' | 'place' | 'recorded'> & { print: PrintInput | undefined };
type Printed = Surface & { print: PrintInput };

/** All that is printed of an item: the artwork that it shows, on whatever is its front, where nothing is recorded of surfaces. */
function surfacesOf({ id: orderItemId, print, surfaces }: SoldItem): Surface[] {
  if (surfaces.length === 0) return [{ orderItemId, place: 0, recorded: null, print }];
  return surfaces.map(({ surface, name, widthMm = null, heightMm = null, print: own }, place) => ({
    orderItemId,
    place,
    recorded: { surface, name, widthMm, heightMm },
    print: own,
  }));
}

const shownImage = (key: string) => ({ key, ...(previewedBy(key) ?? { artworkId: null, fileVersion: null }) });

function soldPrint({ print, ...surface }: Printed, areas: ReadonlyMap<string, PrintArea>): SoldPrint[] {
  const { artworkId, artworkVersion, templateId, x, y, scale, rotation } = print;
  const { bounds, widthMm = null, bleedMm = 0 } = print.printArea ?? {};
  const sold: PrintArea | undefined = bounds ? { bounds, widthMm, bleedMm } : areas.get(templateId);
  if (!sold) return [];
  const printArea = { bounds: sold.bounds, widthMm: sold.widthMm };
  const text = print.text && textOnPrint(placedTextOf(print.text), sold);
  const job = { artworkId, artworkVersion, placement: { x, y, scale, rotation }, printArea, ...(text && { text }) };
  return [
    { ...surface, digest: printDigest(job), job, bleedMm: sold.bleedMm ?? 0, pressProfile: print.pressProfile ?? null },
  ];
}
