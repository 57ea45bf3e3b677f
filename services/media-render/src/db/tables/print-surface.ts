import { float, integer, key, nullable, type RowOf, text, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** What a surface of a sold item is printed from. */
export const printSurface = table('print_surface', {
  orderItemId: key(uuid),
  /** Its key in the product type. */
  surface: key(text),
  /** Among the surfaces of the item, from 0. */
  place: integer,
  name: text,
  /** What can be printed of it; null where it was not known. */
  widthMm: nullable(float),
  heightMm: nullable(float),
  printDigest: text,
});

export type PrintSurfaceRow = RowOf<typeof printSurface.columns>;
