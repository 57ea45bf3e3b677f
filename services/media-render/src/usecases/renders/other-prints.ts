import { DomainError, unknownReference } from '@estampa/kernel/errors';
import type { RenderedArtwork, RenderInputs } from '../../db/render-inputs.ts';
import { sizeInPx } from '../../domain/geometry.ts';
import { checkedPlacement, fittedAndCentred, mustFit, type Placement } from '../../domain/placement.ts';
import { areaOn, type ReadyTemplate } from '../../domain/template.ts';
import type { OtherWanted } from './render-lease.ts';

/** What a client says of a further surface; null leaves it where it lies, or fits it in. */
export type RequestedPrint = { surface: string; artworkId: string; placement: Placement | null };

/** Rejects a surface that is named twice, since only one of both could be shown. */
export function mustBeEachOnce(others: readonly RequestedPrint[]): void {
  const again = others.findIndex(({ surface }, at) => others.slice(0, at).some((one) => one.surface === surface));
  if (again < 0) return;
  const field = { path: `surfaces[${again}].surface`, code: 'duplicate', message: 'is given twice' };
  throw new DomainError('invalid', 'validation_failed', `${field.path} ${field.message}`, { fields: [field] });
}

export type PlacementOf = (surface: string, artwork: RenderedArtwork) => Placement | null | undefined;

/** What lies on further surfaces: as wanted, else as stored, else fitted in. */
export const otherPlaced = (
  template: ReadyTemplate,
  others: RenderInputs['others'],
  placementOf: PlacementOf,
): OtherWanted[] =>
  others.map(({ surface, artwork, placement: stored }) => {
    const area = areaOn(template, surface);
    if (!artwork) throw unknownReference('surfaces.artworkId', 'artwork');
    const lies = placementOf(surface, artwork) ?? stored ?? fittedAndCentred(sizeInPx(artwork), area.printArea);
    return { area, artwork, placement: checkedPlacement(lies) };
  });

/** The same; rejected where it does not fit. */
export function otherWanted(...of: Parameters<typeof otherPlaced>): OtherWanted[] {
  const placed = otherPlaced(...of);
  for (const { area, artwork, placement } of placed) mustFit(sizeInPx(artwork), placement, area.printArea);
  return placed;
}
