import { DomainError, type FieldError } from '@estampa/kernel/errors';
import { z } from 'zod';
import { RENDER_DEADLINE_MS } from './render-deadline.ts';
import { replyBytes, route } from './route.ts';
import { dictionary, id } from './schemas.ts';
import { productParams } from './storefront.ts';
import { textsOf, WantedText } from './text-layer-schemas.ts';

/** Of one caller: somebody who types waits for each. */
const TEXT_PREVIEWS_PER_MINUTE = 30;
/** Of all callers together for one product. */
const TEXT_PREVIEWS_PER_PRODUCT_PER_MINUTE = 120;

export const textPreviewRoutes = [
  route({
    name: 'previewText',
    method: 'post',
    path: '/stores/{store_slug}/products/{product_slug}/preview',
    auth: 'none',
    summary: 'Show a product with own words on it, without keeping them',
    description: `The image is of the surface that the text is for, as it would be printed. At most ${TEXT_PREVIEWS_PER_PRODUCT_PER_MINUTE} times a minute for one product, whoever sends them.`,
    notIdempotent: 'changes nothing',
    limit: { perMinute: TEXT_PREVIEWS_PER_MINUTE },
    params: productParams,
    body: z.object({
      variantId: id.describe('Of the seller product'),
      selectedOptions: dictionary.nullish().describe('What it is shown in, as far as it is chosen'),
      text: WantedText,
    }),
    errors: { 400: ['unknown_reference', 'item_unavailable', 'wrong_state'], 404: ['not_found'], 503: ['busy'] },
    produces: ['image/png'],
    async handle({ params, body, clients, countShared }) {
      const page = { store: params.store_slug, product: params.product_slug };
      const { document } = await clients.storefront.getStoreProduct(page);
      const { id: sellerProductId = page.product } = JSON.parse(document!.json.toString()) as { id?: string };
      countShared(`preview of ${sellerProductId}`, TEXT_PREVIEWS_PER_PRODUCT_PER_MINUTE);

      const selectedOptions = body.selectedOptions ?? {};
      const line = { sellerProductId, sellerProductVariantId: body.variantId, selectedOptions };
      const item = { ...line, quantity: 1, texts: textsOf([body.text]) };
      const [{ items }, { prints }] = await Promise.all([
        clients.sellerProducts.quoteItems({ items: [item], pricesAlone: true }).catch(rejectInBody),
        clients.storefront.describeProducts({ sellerProductIds: [sellerProductId], lines: [line] }),
      ]);
      const place = items[0]!.surfaces.findIndex(({ text }) => text !== undefined);
      const { text, surface } = items[0]!.surfaces[place]!;
      const { print: first, others } = prints[0]!;
      const print = place === 0 ? first : others.find((one) => one.surface === surface)?.print;
      if (!print) throw new DomainError('invalid', 'item_unavailable', 'It cannot be printed as it was chosen');
      const shown = await clients.renders.previewText(
        { print: { ...print, text }, selectedOptions, surface },
        { deadlineMs: RENDER_DEADLINE_MS },
      );
      return replyBytes(shown.png, 'image/png');
    },
  }),
];

/** The catalog names fields of a line among others; here there is one, and one text. */
function rejectInBody(error: unknown): never {
  if (!(error instanceof DomainError) || !error.details.fields) throw error;
  const here = (named: string) => named.replaceAll(/items\[0\]\.?/g, '').replaceAll('texts[0]', 'text');
  const fields = error.details.fields.map((field): FieldError => ({ ...field, path: here(field.path) }));
  throw new DomainError(error.kind, error.reason, here(error.message), { ...error.details, fields });
}
