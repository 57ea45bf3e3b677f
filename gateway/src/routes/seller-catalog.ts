import { z } from 'zod';
import { isKnown } from '../http/caching.ts';
import { Reply, replyBytes, route } from './route.ts';
import { CatalogEntryJson } from '../views/catalog-entry.ts';

export const sellerCatalogRoutes = [
  route({
    name: 'getSellerCatalog',
    method: 'get',
    path: '/catalog/seller',
    auth: 'seller',
    summary: 'All active product types with their variants, templates and definitions',
    cache: 'private',
    response: z.object({ productTypes: z.array(CatalogEntryJson).describe('Active ones') }),
    responseHeaders: { ETag: 'Changes with the catalog; If-None-Match with it returns 304' },
    async handle({ sellerCatalog, request: { headers } }) {
      const { bytes, etag, encoding, contentType } = await sellerCatalog.read(headers['accept-encoding']);
      if (isKnown(etag, headers['if-none-match'])) return new Reply(304, { ETag: etag }, { json: null });
      return replyBytes(bytes, contentType, { ETag: etag, ...(encoding && { 'Content-Encoding': encoding }) });
    },
  }),
];
