import { notFound, unknownReference } from '@estampa/kernel/errors';
import { mockupName } from '@estampa/kernel/mockup-name';
import { reachesAll, someone } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { mustBeEachOnce, otherPlaced, type RequestedPrint } from './other-prints.ts';
import { otherPrints, proofFiles, studioFiles } from './studio-files.ts';
import { pressProfiles } from '../../db/press-profile-repository.ts';
import { loadRenderInputs, type RenderedArtwork } from '../../db/render-inputs.ts';
import { type Rectangle, sizeInPx } from '../../domain/geometry.ts';
import { checkedPlacement, fit, type Fit, type Placement } from '../../domain/placement.ts';
import { fitWarnings } from '../../domain/print-margins.ts';
import { effectiveDpi } from '../../domain/print-quality.ts';
import { colourOf, readyTemplate } from '../../domain/template.ts';

type Input = {
  artworkId: string;
  templateId: string;
  placement: Placement;
  colour: string | null;
  isProof: boolean;
  /** Shown on further surfaces, wherever they lie. */
  others: readonly RequestedPrint[];
};

/** What a render would look like, and whether it would be accepted. Nothing is stored. */
export async function previewPlacement(
  { em, call, caller, store, studio }: Context,
  { artworkId, templateId, placement: requested, colour, isProof, others }: Input,
): Promise<Fit & { png: Buffer; printArea: Rectangle; effectiveDpi: number | null; warnings: string[] }> {
  const seesAll = reachesAll(someone(caller));
  mustBeEachOnce(others);
  const loaded = await loadRenderInputs(em, { artworkId, templateId: mockupName(templateId, others) });
  const { artwork, template: row } = loaded;
  if (!row || !(row.isActive || seesAll)) throw notFound('template', templateId);
  const isShown = (one: RenderedArtwork | null): one is RenderedArtwork =>
    one !== null && (seesAll || one.sellerProfileId === caller?.sellerProfileId);
  if (!isShown(artwork)) throw unknownReference('artworkId', 'artwork');
  if (!loaded.others.every((one) => isShown(one.artwork))) throw unknownReference('surfaces.artworkId', 'artwork');

  const placement = checkedPlacement(requested);
  const template = readyTemplate(row);
  const size = sizeInPx(artwork);
  const further = otherPlaced(
    template,
    loaded.others,
    (surface) => others.find((one) => one.surface === surface)?.placement,
  );
  const pressProfile = isProof ? await pressProfiles.keyOf(em, row.productTypeId) : null;
  const filesOf: typeof studioFiles = isProof ? (one) => proofFiles(one, { store, pressProfile }) : studioFiles;
  const [png] = await studio.make({
    template,
    others: otherPrints(further, filesOf),
    artwork: filesOf(artwork),
    placement,
    kind: 'preview',
    colour: colourOf(template, colour),
    signal: call.signal,
  });
  const { printArea, printWidthMm } = template;
  const dpi = effectiveDpi({ bounds: printArea, widthMm: printWidthMm }, placement);
  const fitted = fit(size, placement, printArea);
  const elsewhere = further.map((one) => ({
    area: one.area,
    ...fit(sizeInPx(one.artwork), one.placement, one.area.printArea),
  }));
  const warnings = [
    ...fitWarnings(fitted.artworkBounds, template),
    ...elsewhere.flatMap(({ artworkBounds, area }) =>
      fitWarnings(artworkBounds, area).map((code) => `${code}@${area.key}`),
    ),
  ];
  const fits = fitted.fits && elsewhere.every((one) => one.fits);
  return { ...fitted, fits, png: png!, printArea, effectiveDpi: dpi, warnings };
}
