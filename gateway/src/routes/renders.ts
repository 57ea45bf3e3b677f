import type { SellerProduct } from '@estampa/contracts/catalog/v1/seller_product';
import type { Bounds } from '@estampa/contracts/media/v1/print_area';
import type { PreviewPlacementResponse, TrialSurface } from '@estampa/contracts/media/v1/render';
import { unknownReference } from '@estampa/kernel/errors';
import { FLAT_SURFACE } from '@estampa/kernel/surface';
import { FURTHER_SURFACES_MAX } from '@estampa/kernel/surface-areas';
import { z } from 'zod';
import { partValue, surfaceKey } from './part-schemas.ts';
import { RENDER_DEADLINE_MS } from './render-deadline.ts';
import { replyBytes, route } from './route.ts';
import { id, otherwise, pathId, templateId, url } from './schemas.ts';
import { type Surface, surfaceFields, surfaceMessage } from './surface-schemas.ts';
import { templateArea } from './surface-area-schemas.ts';
import { furtherPrint, furtherPrints, printsOfProduct, printsToShow } from './further-prints.ts';
import { placementFields } from './placement-fields.ts';
import { withoutNulls } from '../http/without-nulls.ts';
import { sellerProductResponse, whileSettling } from './seller-product-responses.ts';
import { mockupsOf, SellerProductJson } from '../views/seller-product.ts';

const BOUNDS_DECIMALS = 2;

const { scale } = placementFields;

export const placement = {
  ...placementFields,
  rotation: otherwise(placementFields.rotation, 0).describe(
    'Degrees, clockwise, about the centre of the scaled artwork',
  ),
};

const colour = partValue
  .nullish()
  .describe('Of the option that the template’s colourMask names, the value to show; the first when left out');

/** Colours are those of the template. */
const { colourMask: _colourMask, ...trialFields } = surfaceFields;

export const renderRoutes = [
  route({
    name: 'previewPlacement',
    method: 'post',
    path: '/products/templates/{templateId}/preview-placement',
    auth: 'seller',
    owner: 'nobody',
    summary: 'Compose a mockup without keeping it',
    description: 'The headers tell whether a render would be accepted.',
    notIdempotent: 'changes nothing',
    params: z.object({ templateId }),
    body: z.object({
      artworkId: id.describe('One of the own, of admins any'),
      ...placement,
      surfaces: furtherPrints,
      colour,
      softProof: z
        .boolean()
        .nullish()
        .describe(
          'Whether the artwork is shown in the colours of a press, by the profile that its TIFF is printed with',
        ),
    }),
    errors: { 400: ['unknown_reference', 'wrong_state'] },
    produces: ['image/png'],
    responseHeaders: {
      'X-Fits-Within-Print-Area': 'true or false, by the rule of the render: at most 5 percent over each side',
      'X-Overflow-Top': 'Whole pixels beyond the print area, rounded up',
      'X-Overflow-Right': 'Whole pixels beyond the print area, rounded up',
      'X-Overflow-Bottom': 'Whole pixels beyond the print area, rounded up',
      'X-Overflow-Left': 'Whole pixels beyond the print area, rounded up',
      'X-Artwork-Bounds': 'JSON {x, y, width, height}: the upright box around the placed artwork',
      'X-Print-Area-Bounds': 'JSON {x, y, width, height}',
      'X-Fit-Warnings':
        'Comma-separated; absent where there is none. outside_safe_area: ink lies beyond the safe line, where it can be cut off; on a further surface with its key, as in outside_safe_area@sleeve',
      'X-Effective-Dpi': 'Of the artwork as placed; absent where the template does not say how wide it is printed',
    },
    async handle({ params, body: { surfaces, ...body }, clients }) {
      const shown = { colour: body.colour ?? undefined, softProof: body.softProof ?? undefined };
      const preview = await clients.renders.previewPlacement(
        { ...params, ...body, ...shown, others: printsToShow(surfaces) },
        { deadlineMs: RENDER_DEADLINE_MS },
      );
      return replyBytes(preview.png, 'image/png', fitHeaders(preview));
    },
  }),

  route({
    name: 'createTestRender',
    method: 'post',
    path: '/products/templates/{templateId}/test-render',
    auth: 'admin',
    summary: 'Compose a built-in pattern that shows orientation, print area and bleed',
    description: 'By default its frame lies on the edge of the print area. The image is available for a day.',
    params: z.object({ templateId }),
    body: z.object({
      x: z.number().nullish().describe('Left edge, in pixels of the source image; fitted when left out'),
      y: z.number().nullish().describe('Upper edge, in pixels of the source image; fitted when left out'),
      scale: scale.nullish().describe('1: as large as it is; fitted when left out'),
      rotation: z.number().nullish().describe('Degrees, clockwise; 0 when left out'),
      config: z
        .object({ printArea: templateArea.describe('In place of its print area'), ...trialFields })
        .nullish()
        .describe('Shown in place of its print area and surface, which stay as they are: to try them before'),
      surface: surfaceKey
        .nullish()
        .describe('A further surface that it shows, by its key, to put the pattern there; its own when left out'),
      colour,
    }),
    errors: { 400: ['unknown_reference', 'wrong_state'] },
    response: z.object({
      templateId: z.string().describe('The template'),
      url: url.describe('The image, available for a day'),
      widthPx: z.int().describe('Of the image'),
      heightPx: z.int().describe('Of the image'),
      durationMs: z.int().describe('How long composing took'),
    }),
    async handle({ params, body: { config, ...placed }, clients, imageUrl }) {
      const { imageKey, ...made } = await clients.renders.testRender(
        { ...params, ...withoutNulls(placed), trial: config ? trialOf(config) : undefined },
        { deadlineMs: RENDER_DEADLINE_MS },
      );
      return { ...params, url: imageUrl(imageKey), ...made };
    },
  }),

  route({
    name: 'renderSellerProduct',
    method: 'post',
    path: '/seller-products/me/{sellerProductId}/render',
    auth: 'seller',
    owner: 'seller',
    summary: 'Keep a placement of what the product shows on a template’s surface, and render its mockup',
    description:
      'The image shows all surfaces of the product that the template shows. Answers the product with all its renders.',
    params: z.object({ sellerProductId: pathId }),
    body: z.object({
      templateId: templateId.describe('What to show it on'),
      ...placement,
      surfaces: z
        .array(furtherPrint)
        .max(FURTHER_SURFACES_MAX)
        .nullish()
        .describe('Where the artworks of further surfaces lie; those left out as stored, else fitted and centred'),
    }),
    errors: { 400: ['unknown_reference', 'wrong_state', 'does_not_fit'] },
    response: SellerProductJson,
    settles: ['storefront'],
    async handle({ params, body: { surfaces, ...body }, clients, imageUrl, settle }) {
      const { sellerProduct } = await clients.sellerProducts.getSellerProduct({ id: params.sellerProductId });
      const { productTypeId } = sellerProduct!;
      const { artworkId, others } = mockupOn(sellerProduct!, body.templateId);
      const placed = printsOfProduct(others, surfaces ?? []);
      await clients.renders.renderPlacement(
        { ...body, artworkId, productTypeId, others: placed },
        { deadlineMs: RENDER_DEADLINE_MS },
      );
      return whileSettling(settle, sellerProductResponse(clients, sellerProduct!, imageUrl));
    },
  }),

  route({
    name: 'getPrintFindings',
    method: 'get',
    path: '/seller-products/me/{id}/print-findings/{templateId}',
    auth: 'seller',
    owner: 'seller',
    summary: 'An image of what is printed of the product, with what prints badly marked',
    description:
      'Flat, as placed on the template. Red: lines too thin; yellow: ink too faint; grey line: the print area; blue line: the safe area.',
    params: z.object({ id: pathId, templateId }),
    query: z.object({
      surface: surfaceKey.optional().describe('A further surface of the template; its own when left out'),
    }),
    errors: { 400: ['unknown_reference', 'wrong_state'] },
    produces: ['image/png'],
    async handle({ params: { id: productId, ...params }, query: { surface }, clients }) {
      const { sellerProduct } = await clients.sellerProducts.getSellerProduct({ id: productId });
      const mockup = mockupOn(sellerProduct!, params.templateId);
      const shown = surface === undefined ? mockup : mockup.others.find((one) => one.surface === surface);
      if (!shown) throw unknownReference('surface', 'further surface of the template');
      const print = { ...params, artworkId: shown.artworkId, surface };
      const { png } = await clients.renders.drawPrintFindings(
        { print, rules: sellerProduct!.printRules },
        { deadlineMs: RENDER_DEADLINE_MS },
      );
      return replyBytes(png, 'image/png');
    },
  }),
];

/** What of a product is printed on the surfaces that a template shows. */
function mockupOn(product: SellerProduct, template: string) {
  const found = mockupsOf(product).find(({ templateId: one }) => one === template);
  if (!found) throw unknownReference('templateId', 'template');
  return found;
}

/** What is left out is as in a template where it is left out. */
function trialOf({ printArea, ...surface }: Surface & { printArea: Bounds }): TrialSurface {
  const { warp, displacement, blend, inkOpacity, underbase } = surfaceMessage(surface);
  return {
    printArea,
    warp: warp ?? undefined,
    displacement: displacement ?? undefined,
    blend: blend ?? FLAT_SURFACE.blend,
    inkOpacity: inkOpacity ?? FLAT_SURFACE.inkOpacity,
    underbase: underbase ?? FLAT_SURFACE.underbase,
  };
}

function fitHeaders(preview: PreviewPlacementResponse) {
  const { fits, overflow, artworkBounds, printAreaBounds, effectiveDpi, warnings } = preview;
  const roundedUp = (distance = 0) => String(Math.ceil(distance));
  return {
    'X-Fits-Within-Print-Area': String(fits),
    'X-Overflow-Top': roundedUp(overflow?.top),
    'X-Overflow-Right': roundedUp(overflow?.right),
    'X-Overflow-Bottom': roundedUp(overflow?.bottom),
    'X-Overflow-Left': roundedUp(overflow?.left),
    'X-Artwork-Bounds': boundsJson(artworkBounds!),
    'X-Print-Area-Bounds': boundsJson(printAreaBounds!),
    ...(warnings.length > 0 && { 'X-Fit-Warnings': warnings.join(',') }),
    ...(effectiveDpi !== undefined && { 'X-Effective-Dpi': String(effectiveDpi) }),
  };
}

function boundsJson({ x, y, width, height }: Bounds): string {
  const short = (length: number) => Number(length.toFixed(BOUNDS_DECIMALS));
  return JSON.stringify({ x: short(x), y: short(y), width: short(width), height: short(height) });
}
