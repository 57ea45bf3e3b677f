import { z } from 'zod';
import { replyStream, route } from './route.ts';
import { pathId } from './schemas.ts';

const PNG = 'image/png';

export const printFileRoutes = [
  route({
    name: 'getPrintFile',
    method: 'get',
    path: '/orders/items/{itemId}/print-file',
    auth: 'admin',
    summary: 'What a sold item is printed from, once it is paid for',
    description: '503 with Retry-After while it is being made.',
    params: z.object({ itemId: pathId }),
    errors: { 503: ['not_ready'] },
    produces: [PNG],
    responseHeaders: {
      ETag: 'The SHA-256 of the file, which never changes',
      'Content-Disposition': 'The name of the file',
    },
    async handle({ params: { itemId }, clients, openStoredFile }) {
      const { readPath, sizeBytes, contentHash } = await clients.printFiles.getPrintFile({ orderItemId: itemId });
      const headers = { ETag: `"${contentHash}"`, 'Content-Disposition': `attachment; filename="${itemId}.png"` };
      return replyStream(await openStoredFile(readPath), { contentType: PNG, sizeBytes }, headers);
    },
  }),
];
