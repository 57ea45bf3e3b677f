import { z } from 'zod';
import type { Clients } from '../clients/clients.ts';
import { PrintFileJson, printFileView } from '../views/print-file.ts';
import { surfaceKey } from './product-surface-schemas.ts';
import { replyStream, route } from './route.ts';
import { pathId } from './schemas.ts';
import type { OpenStoredFile } from './stored-files.ts';

const PNG = 'image/png';

const file = {
  produces: [PNG],
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
    description: 'That of its first surface. 503 with Retry-After while it is being made.',
    params: z.object({ itemId: pathId }),
    errors: { 503: ['not_ready'] },
    ...file,
    handle: ({ params: { itemId }, ...context }) => replyFile(context, { orderItemId: itemId }, itemId),
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
    description: '503 with Retry-After while it is being made.',
    params: z.object({ itemId: pathId, surface: surfaceKey }),
    errors: { 503: ['not_ready'] },
    ...file,
    handle: ({ params: { itemId, surface }, ...context }) =>
      replyFile(context, { orderItemId: itemId, surface }, `${itemId}-${surface}`),
  }),
];

type Context = { clients: Clients; openStoredFile: OpenStoredFile };

async function replyFile(
  { clients, openStoredFile }: Context,
  request: { orderItemId: string; surface?: string },
  name: string,
) {
  const { readPath, sizeBytes, contentHash } = await clients.printFiles.getPrintFile(request);
  const headers = { ETag: `"${contentHash}"`, 'Content-Disposition': `attachment; filename="${name}.png"` };
  return replyStream(await openStoredFile(readPath), { contentType: PNG, sizeBytes }, headers);
}
