import { notFound, unknownReference } from '@estampa/kernel/errors';
import { reachesAll, someone } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { proofFiles, studioFiles } from './studio-files.ts';
import { loadRenderInputs } from '../../db/render-inputs.ts';
import { type Rectangle, sizeInPx } from '../../domain/geometry.ts';
import { checkedPlacement, fit, type Fit, type Placement } from '../../domain/placement.ts';
import { type FitWarning, fitWarnings } from '../../domain/print-margins.ts';
import { effectiveDpi } from '../../domain/print-quality.ts';
import { colourOf, readyTemplate } from '../../domain/template.ts';

type Input = { artworkId: string; templateId: string; placement: Placement; colour: string | null; isProof: boolean };

/** What a render would look like, and whether it would be accepted. Nothing is stored. */
export async function previewPlacement(
  { em, call, caller, store, studio }: Context,
  { artworkId, templateId, placement: requested, colour, isProof }: Input,
): Promise<Fit & { png: Buffer; printArea: Rectangle; effectiveDpi: number | null; warnings: FitWarning[] }> {
  const seesAll = reachesAll(someone(caller));
  const { artwork, template: row } = await loadRenderInputs(em, { artworkId, templateId });
  if (!row || !(row.isActive || seesAll)) throw notFound('template', templateId);
  const isOwn = artwork?.sellerProfileId === caller?.sellerProfileId;
  if (!artwork || !(isOwn || seesAll)) throw unknownReference('artworkId', 'artwork');

  const placement = checkedPlacement(requested);
  const template = readyTemplate(row);
  const size = sizeInPx(artwork);
  const [png] = await studio.make({
    template,
    artwork: isProof ? proofFiles(artwork, store) : studioFiles(artwork),
    placement,
    kind: 'preview',
    colour: colourOf(template, colour),
    signal: call.signal,
  });
  const { printArea, printWidthMm } = template;
  const dpi = effectiveDpi({ bounds: printArea, widthMm: printWidthMm }, placement);
  const fitted = fit(size, placement, printArea);
  const warnings = fitWarnings(fitted.artworkBounds, template);
  return { ...fitted, png: png!, printArea, effectiveDpi: dpi, warnings };
}
