import { z } from 'zod';

/** What buyers and sellers read of each surface. */
export const printedSurfaces = z.array(
  z
    .object({
      key: z.string().describe('Names it among those of its product type'),
      name: z.string().describe('What people see, such as `Costas`'),
    })
    .meta({ id: 'PrintedSurface' }),
);
