import type { SellerProduct, SellerProductVariant } from '@estampa/contracts/catalog/v1/seller_product';
import type { Placement } from '@estampa/contracts/media/v1/artwork';
import type { ProductImage } from '@estampa/contracts/media/v1/gallery';
import type { PrintFinding, Render } from '@estampa/contracts/media/v1/render';
import type { UnshownChoice } from '@estampa/contracts/storefront/v1/storefront';
import { areaName, bestMockup, type FurtherPrint, mockupName, mockupOf } from '@estampa/kernel/mockup-name';
import { z } from 'zod';
import type { ImageUrl } from './image-url.ts';
import { id, iso, timestamp, shownCents } from '../routes/schemas.ts';
import { TextLayerJson, textLayerView } from '../routes/text-layer-schemas.ts';
import { PlacementJson, placementView } from './placement.ts';
import { ProductImageJson, productImageView } from './product-image.ts';
import { lowQuality, printsBadly, WarningJson, withoutMockup } from './product-warnings.ts';
import { RenderJson, renderView } from './render.ts';
import type { View } from './view.ts';

export const SELLER_PRODUCT_STATUSES = ['draft', 'active', 'paused', 'archived'] as const;
export const SellerProductStatus = z.enum(SELLER_PRODUCT_STATUSES).meta({
  id: 'SellerProductStatus',
  description:
    'draft: being made; active: on sale; paused: kept off sale; archived: ended, and can be made a draft again',
});

export const SellerProductVariantJson = z
  .object({
    id: id.describe('What orders name: the variantId'),
    productVariantId: id.describe('The catalog variant that is produced'),
    priceCents: shownCents.describe('What a buyer pays for one, shipping aside'),
    allowedOptions: z
      .record(z.string(), z.array(z.string()))
      .describe('Option key to what may be chosen; empty: all of the product type'),
    sku: z.string().nullable().describe('The seller’s own; null where there is none'),
    isActive: z.boolean().describe('Whether it can be bought'),
    earningsCents: shownCents.describe('What the artist earns on one unit at the present cost and percentages'),
    priceBelowCost: z.boolean().describe('True when a later rise of the cost left the price at or under cost plus fee'),
  })
  .meta({ id: 'SellerProductVariant' });

export const SellerProductJson = z
  .object({
    id,
    sellerProfileId: id.describe('The artist who sells it'),
    productTypeId: id.describe('What is printed on'),
    artworkId: id.describe('What is printed on the first surface'),
    surfaces: z
      .array(
        z.object({
          surface: z.string().describe('Its key in the product type'),
          artworkId: id,
          placements: z.array(PlacementJson).describe('Where it lies on the templates that show the surface'),
          textLayer: TextLayerJson.optional().describe('Left out where buyers may have no words of their own'),
        }),
      )
      .describe('What is printed on each surface, the first one of the product type first'),
    title: z.string(),
    slug: z.string().nullable().describe('The product in addresses; null: it has none yet and cannot go on sale'),
    description: z.string().nullable().describe('What visitors read; null where nothing was written'),
    status: SellerProductStatus.describe('Whether it is on sale'),
    variants: z
      .array(SellerProductVariantJson)
      .describe('The catalog variants that it is offered in, inactive ones too'),
    renders: z
      .array(RenderJson)
      .describe('Mockups of what is printed on each surface, on templates of its product type'),
    images: z.array(ProductImageJson).describe('Photos of the seller, in order'),
    warnings: z.array(WarningJson).describe('What the seller should fix; empty: nothing'),
    createdAt: timestamp,
    updatedAt: timestamp.describe('When it or a variant was last changed; renders and photos do not count'),
  })
  .meta({ id: 'SellerProduct' });

/** What others know of the product's images. */
export type ProductImages = {
  renders: readonly Render[];
  placements: readonly Placement[];
  images: readonly ProductImage[];
  /** Of one product alone. */
  unshown?: readonly UnshownChoice[];
  findings?: readonly PrintFinding[];
};

/** A seller's product with its photos, and those of its artwork's renders that are made for its product type. */
export const sellerProductView = (
  product: SellerProduct,
  { renders, placements, images, unshown = [], findings = [] }: ProductImages,
  imageUrl: ImageUrl,
): View<SellerProduct, typeof SellerProductJson, 'publishedAt' | 'templateIds' | 'printRules'> => ({
  id: product.id,
  sellerProfileId: product.sellerProfileId,
  productTypeId: product.productTypeId,
  artworkId: product.artworkId,
  surfaces: product.surfaces.map(({ surface, ...used }) => ({
    surface,
    artworkId: used.artworkId,
    placements: placements
      .filter((one) => one.artworkId === used.artworkId && areasOf({ surface, ...used }).includes(one.templateId))
      .map(placementView),
    ...(used.textLayer && { textLayer: textLayerView(used.textLayer) }),
  })),
  title: product.title,
  slug: product.slug ?? null,
  description: product.description ?? null,
  status: product.status as (typeof SELLER_PRODUCT_STATUSES)[number],
  variants: product.variants.map(sellerProductVariantView),
  renders: rendersOf(product, renders).map((render) => renderView(render, imageUrl)),
  images: images
    .filter(({ sellerProductId }) => sellerProductId === product.id)
    .map((image) => productImageView(image, imageUrl)),
  warnings: [
    ...rendersOf(product, renders).flatMap((render) => lowQuality(product, render)),
    ...findings.flatMap((finding) => printsBadly(product, finding)),
    ...unshown.map(withoutMockup),
  ],
  createdAt: iso(product.createdAt!),
  updatedAt: iso(product.updatedAt!),
});

/** On each template the one that the store shows; while that of all that the product has there is to be made, or failed, that. */
export function rendersOf(product: SellerProduct, renders: readonly Render[]): Render[] {
  const shown = mockupsOf(product).map(({ templateId, name, artworkId }) => {
    const onTemplate = renders.filter(
      (render) => render.artworkId === artworkId && mockupOf(render.templateId).templateId === templateId,
    );
    const made = onTemplate.filter((render) => render.status === 'rendered' || render.templateId === name);
    return bestMockup(made, name, product.surfaces) ?? bestMockup(onTemplate, name, product.surfaces);
  });
  return renders.filter((render) => shown.includes(render));
}

type Mockup = { templateId: string; name: string; artworkId: string; others: FurtherPrint[] };

/** One for each template that shows a surface of the product, with all else of it that the template shows. */
export const mockupsOf = (product: SellerProduct): Mockup[] =>
  printedBy(product).flatMap(({ artworkId, templateIds }) =>
    templateIds.map((templateId) => {
      const others = product.surfaces.filter(({ furtherTemplateIds }) => furtherTemplateIds.includes(templateId));
      return { templateId, name: mockupName(templateId, others), artworkId, others };
    }),
  );

/** Where placements of what is printed on a surface lie: on templates of it, and on those that show it beside another. */
export const areasOf = ({ surface, templateIds, furtherTemplateIds }: SellerProduct['surfaces'][0]): string[] => [
  ...templateIds,
  ...furtherTemplateIds.map((templateId) => areaName(templateId, surface)),
];

/** What is printed on each surface, and the templates that show that. */
export const printedBy = ({ surfaces, artworkId, templateIds }: SellerProduct): UsedOn[] =>
  surfaces.length > 0 ? surfaces : [{ artworkId, templateIds }];

type UsedOn = Pick<SellerProduct['surfaces'][0], 'artworkId' | 'templateIds'>;

export const sellerProductVariantView = (
  variant: SellerProductVariant,
): View<SellerProductVariant, typeof SellerProductVariantJson> => ({
  id: variant.id,
  productVariantId: variant.productVariantId,
  priceCents: variant.priceCents,
  allowedOptions: Object.fromEntries(Object.entries(variant.allowedOptions).map(([key, { values }]) => [key, values])),
  sku: variant.sku ?? null,
  isActive: variant.isActive,
  earningsCents: variant.earningsCents,
  priceBelowCost: variant.priceBelowCost,
});
