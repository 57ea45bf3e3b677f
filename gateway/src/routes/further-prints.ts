import type { PrintsToShow } from '@estampa/contracts/media/v1/shown_print';
import { DomainError } from '@estampa/kernel/errors';
import type { FurtherPrint } from '@estampa/kernel/mockup-name';
import { FURTHER_SURFACES_MAX } from '@estampa/kernel/surface-areas';
import { z } from 'zod';
import { withoutNulls } from '../http/without-nulls.ts';
import { surfaceKey } from './part-schemas.ts';
import { placementFields } from './placement-fields.ts';
import { id } from './schemas.ts';

const { x, y, scale, rotation } = placementFields;

/** Where what is printed on a further surface lies. */
export const furtherPrint = z
  .object({
    surface: surfaceKey.describe('One that the template shows beside its own'),
    x: x.nullish(),
    y: y.nullish(),
    scale: scale.nullish(),
    rotation: rotation
      .nullish()
      .describe('Left out with the other three: the stored placement, else fitted and centred'),
  })
  .meta({ id: 'FurtherPlacement' });

export const furtherPrints = z
  .array(furtherPrint.extend({ artworkId: id.describe('What is shown there') }).meta({ id: 'FurtherPrint' }))
  .max(FURTHER_SURFACES_MAX)
  .nullish()
  .describe('What is shown on further surfaces of the template; nothing when left out');

type Placed = z.output<typeof furtherPrint>;

export const printsToShow = (surfaces: z.output<typeof furtherPrints>): PrintsToShow => ({
  list: (surfaces ?? []).map(({ artworkId, ...placed }) => ({ artworkId, ...complete(placed) })),
});

/** All that a product shows there, each where the body says. */
export function printsOfProduct(others: readonly FurtherPrint[], placed: readonly Placed[]): PrintsToShow {
  const index = placed.findIndex(
    ({ surface }, at) =>
      !others.some((one) => one.surface === surface) || placed.findIndex((one) => one.surface === surface) < at,
  );
  if (index >= 0) {
    const message = 'is no further surface that the product and the template have, or is given twice';
    const fields = [{ path: `surfaces[${index}].surface`, code: 'unknown_reference', message }];
    throw new DomainError('invalid', 'validation_failed', `${fields[0]!.path} ${message}`, { fields });
  }
  const list = others.map(({ surface, artworkId }) => {
    const own = placed.find((one) => one.surface === surface);
    return { artworkId, ...complete(own ?? { surface }) };
  });
  return { list };
}

/** A placement without a rotation need not name it. */
function complete({ surface, ...placed }: Placed) {
  const isPlaced = placed.x != null || placed.y != null || placed.scale != null;
  return { surface, ...withoutNulls({ ...placed, rotation: placed.rotation ?? (isPlaced ? 0 : null) }) };
}
