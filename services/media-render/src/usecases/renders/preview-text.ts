import { readFile } from 'node:fs/promises';
import type { PrintInput } from '@estampa/contracts/media/v1/print_file';
import { notFound, wrongState } from '@estampa/kernel/errors';
import { HEADER_BYTES, imageHeader } from '../../adapters/image-header.ts';
import { temporaryFile } from '../../adapters/temporary-file.ts';
import type { Context } from '../../context.ts';
import { artworkFiles } from '../../db/artwork-file-repository.ts';
import { loadRenderInputs } from '../../db/render-inputs.ts';
import type { ArtworkFileRow } from '../../db/tables/artwork-file.ts';
import { FLAT_PREVIEW_SIDE_MAX_PX } from '../../domain/composition-plan.ts';
import { textBytes, turnedBytes } from '../../domain/decoded-bytes.ts';
import { type Size, sizeInPx } from '../../domain/geometry.ts';
import { printedArea } from '../../domain/print-margins.ts';
import { planPrint, printedPart } from '../../domain/print-plan.ts';
import type { PrintArea } from '../../domain/print-quality.ts';
import { siblingKeys, workingKey } from '../../domain/storage-keys.ts';
import { aloneOn, colourOf, type ReadyTemplate, readyTemplate } from '../../domain/template.ts';
import { textOnPrint } from '../../domain/text-on-print.ts';
import { placedTextOf } from '../../messages/placed-text.ts';

type Input = {
  print: PrintInput;
  selectedOptions: Readonly<Record<string, string>>;
  /** That it is printed on; null for the template's own. */
  surface: string | null;
};

/**
 * The mockup of what would be printed, drawn as the print is, only from the working copy and smaller: then laid on the product as if it
 * were an artwork as large as the print area. Anyone may call it, so nothing of it takes from what sellers use.
 */
export async function previewText(context: Context, { print, selectedOptions, surface }: Input): Promise<Buffer> {
  const { em, call, visitorStudio } = context;
  const { artworkId, artworkVersion, templateId } = print;
  const [{ template: row }, file] = [
    await loadRenderInputs(em, { artworkId, templateId }),
    await artworkFiles.find(em, artworkId, artworkVersion),
  ];
  if (!row) throw notFound('template', templateId);
  if (!file) throw notFound('artwork', artworkId);
  const isFurther = surface !== null && row.areas?.some((one) => one.surface === surface);
  const template = readyTemplate(isFurther ? aloneOn(row, surface) : row);
  const area = areaOf(print, template);
  const { bounds } = area;
  const { contentHash, size, flat } = await drawnFlat(context, file, print, area);
  const [png] = await visitorStudio.make({
    template,
    artwork: {
      sellerProfileId: file.sellerProfileId,
      original: size,
      working: { ...size, key: `text/${contentHash}`, read: () => Promise.resolve(flat) },
    },
    placement: { x: bounds.x, y: bounds.y, scale: bounds.width / size.width, rotation: 0 },
    kind: 'preview',
    colour: colourOf(template, chosenColour(template, selectedOptions)),
    signal: call.signal,
  });
  return png!;
}

const areaOf = ({ printArea }: PrintInput, template: ReadyTemplate): PrintArea =>
  printArea?.bounds
    ? { bounds: printArea.bounds, widthMm: printArea.widthMm ?? null, bleedMm: printArea.bleedMm ?? 0 }
    : printedArea(template);

/** What the template can show of it: a buyer may choose among other things too. */
function chosenColour({ colours }: ReadyTemplate, selected: Input['selectedOptions']): string | null {
  const value = colours ? (selected[colours.option] ?? null) : null;
  return colours?.values.some((one) => one.value === value) ? value : null;
}

type Flat = { flat: Buffer; contentHash: string; size: Size };

async function drawnFlat(
  { store, visitorStudio, call }: Context,
  file: ArtworkFileRow,
  { x, y, scale, rotation, text }: PrintInput,
  area: PrintArea,
): Promise<Flat> {
  const key = file.takenKey === null ? workingKey(file) : siblingKeys(file.takenKey).working;
  const stored = await store.head(key);
  const header = stored && (await imageHeader(await store.readStart(key, stored.etag, HEADER_BYTES)));
  if (!stored || !header) throw wrongState('The artwork has no image yet');
  const working = sizeInPx(header);
  const placement = { x, y, scale: scale * (file.widthPx / working.width), rotation };
  const plan = planPrint(working, placement, area.bounds, FLAT_PREVIEW_SIDE_MAX_PX);
  const part = printedPart(working, plan);
  const placed = text ? textOnPrint(placedTextOf(text), area) : null;
  const extraBytes = turnedBytes(part?.scaled ?? null, plan.rotation) + textBytes(plan.canvas, placed?.box ?? null);
  const claim = { owner: file.sellerProfileId, header, extraBytes, signal: call.signal };
  return visitorStudio.readOriginal(claim, async (run) => {
    await using source = await temporaryFile();
    await using made = await temporaryFile();
    await store.download(key, stored.etag, source.path);
    const drawing = { path: source.path, to: made.path, plan, part, widthMm: null, bleedMm: 0, text: placed };
    const contentHash = await run('printImage', { ...drawing, format: 'png' });
    return { contentHash, size: plan.canvas, flat: await readFile(made.path) };
  });
}
