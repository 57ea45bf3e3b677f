import { PRINT_FORMAT_NAMES, PRINT_FORMATS, type PrintFormat } from '@estampa/kernel/print-formats';
import { z } from 'zod';
import type { Clients } from '../clients/clients.ts';
import { PrintFileJson, printFileView } from '../views/print-file.ts';
import { surfaceKey } from './part-schemas.ts';
import { replyStream, route } from './route.ts';
import { pathId } from './schemas.ts';
import type { OpenStoredFile } from './stored-files.ts';

const FORMATS_TEXT =
  '`png` is the image itself; `pdf` a page of its size with trim and bleed boxes; `tiff` CMYK on white, with its profile; `underbase` where white ink lies under it on dark cloth. 503 with Retry-After while it is being made; all but `png` are made when they are first asked for.';

const file = {
  query: z.object({ format: z.enum(PRINT_FORMAT_NAMES).meta({ id: 'PrintFormat' }).default('png') }),
  errors: { 409: ['print_size_unknown'], 503: ['not_ready'] } as const,
  produces: [...new Set(Object.values(PRINT_FORMATS).map(({ contentType }) => contentType))],
  responseHeaders: {
    ETag: 'The SHA-256 of the file, which never changes',
    'Content-Disposition': 'The name of the file',
  },
};

export const printFileRoutes = [
  route({
    name: 'getPrintFile',
    method: 'get',
    path: '/orders/items/{itemId}/print-file',
    auth: 'admin',
    summary: 'What a sold item is printed from, once it is paid for',
    description: `That of its first surface. ${FORMATS_TEXT}`,
    params: z.object({ itemId: pathId }),
    ...file,
    handle: ({ params: { itemId }, query: { format }, ...context }) =>
      replyFile(context, { orderItemId: itemId, format }, itemId),
  }),

  route({
    name: 'listPrintFiles',
    method: 'get',
    path: '/orders/items/{itemId}/print-files',
    auth: 'admin',
    summary: 'What each surface of a sold item is printed from, once it is paid for',
    description: 'The first surface first; also files that are still being made.',
    params: z.object({ itemId: pathId }),
    response: z.object({ files: z.array(PrintFileJson).describe('One for each surface') }),
    async handle({ params: { itemId }, clients }) {
      const { files } = await clients.printFiles.listPrintFiles({ orderItemId: itemId });
      return { files: files.map(printFileView) };
    },
  }),

  route({
    name: 'getPrintFileOfSurface',
    method: 'get',
    path: '/orders/items/{itemId}/print-files/{surface}',
    auth: 'admin',
    summary: 'What one surface of a sold item is printed from',
    description: FORMATS_TEXT,
    params: z.object({ itemId: pathId, surface: surfaceKey }),
    ...file,
    handle: ({ params: { itemId, surface }, query: { format }, ...context }) =>
      replyFile(context, { orderItemId: itemId, surface, format }, `${itemId}-${surface}`),
  }),
];

type Context = { clients: Clients; openStoredFile: OpenStoredFile };

async function replyFile(
  { clients, openStoredFile }: Context,
  request: { orderItemId: string; surface?: string; format: PrintFormat },
  name: string,
) {
  const { readPath, sizeBytes, contentHash } = await clients.printFiles.getPrintFile(request);
  const { contentType, extension } = PRINT_FORMATS[request.format];
  const plate = request.format === 'underbase' ? '-underbase' : '';
  const headers = {
    ETag: `"${contentHash}"`,
    'Content-Disposition': `attachment; filename="${name}${plate}.${extension}"`,
  };
  return replyStream(await openStoredFile(readPath), { contentType, sizeBytes }, headers);
}
