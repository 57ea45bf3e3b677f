import { z } from 'zod';
import { replyStream, route } from './route.ts';
import { pathId } from './schemas.ts';

/** What printers take, by the name that requests it. */
const FORMATS = {
  png: { contentType: 'image/png', ending: '.png' },
  pdf: { contentType: 'application/pdf', ending: '.pdf' },
  tiff: { contentType: 'image/tiff', ending: '.tiff' },
  underbase: { contentType: 'image/png', ending: '-underbase.png' },
} as const;
const NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

export const printFileRoutes = [
  route({
    name: 'getPrintFile',
    method: 'get',
    path: '/orders/items/{itemId}/print-file',
    auth: 'admin',
    summary: 'What a sold item is printed from, once it is paid for',
    description:
      '`png` is the image itself; `pdf` a page of its size with trim and bleed boxes; `tiff` CMYK on white, with its profile; `underbase` where white ink lies under it on dark cloth. 503 with Retry-After while it is being made; all but `png` are made when they are first asked for.',
    params: z.object({ itemId: pathId }),
    query: z.object({ format: z.enum(NAMES).default('png') }),
    errors: { 409: ['print_size_unknown'], 503: ['not_ready'] },
    produces: [...new Set(NAMES.map((name) => FORMATS[name].contentType))],
    responseHeaders: {
      ETag: 'The SHA-256 of the file, which never changes',
      'Content-Disposition': 'The name of the file',
    },
    async handle({ params: { itemId }, query: { format }, clients, openStoredFile }) {
      const request = { orderItemId: itemId, format };
      const { readPath, sizeBytes, contentHash } = await clients.printFiles.getPrintFile(request);
      const { contentType, ending } = FORMATS[format];
      const headers = { ETag: `"${contentHash}"`, 'Content-Disposition': `attachment; filename="${itemId}${ending}"` };
      return replyStream(await openStoredFile(readPath), { contentType, sizeBytes }, headers);
    },
  }),
];
