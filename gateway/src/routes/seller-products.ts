import type { SellerProduct, UpdateSellerProductRequest } from '@estampa/contracts/catalog/v1/catalog';
import type { Whole } from '@estampa/kernel/whole';
import { maskedUpdate } from '@estampa/kit/update-mask';
import { z } from 'zod';
import type { Clients } from '../clients.ts';
import type { PictureUrl } from '../picture-url.ts';
import { route } from '../route.ts';
import {
  cents,
  dictionaryList,
  dictionaryOf,
  failing,
  id,
  listOf,
  pageQuery,
  paragraphs,
  pathId,
  text,
} from '../schemas.ts';
import { sellerProfileOf } from '../seller-profile-of.ts';
import { SELLER_PRODUCT_STATUSES, SellerProductJson, sellerProductView } from '../views/seller-product.ts';
import { withoutNulls } from '../without-nulls.ts';

const TITLE_MAX_CHARACTERS = 200;
const DESCRIPTION_MAX_CHARACTERS = 5_000;
const SKU_MAX_CHARACTERS = 100;
const VARIANTS_MAX = 5_000;
const UNIT_PRICE_MAX_CENTS = 10_000_000;
/** A product may have thousands of variants, which take longer than other calls. */
const CREATE_DEADLINE_MS = 20_000;

const title = text(1, TITLE_MAX_CHARACTERS);
const description = paragraphs(0, DESCRIPTION_MAX_CHARACTERS);
const slug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]{1,100}$/, 'takes 1-100 of a-z, 0-9 and -');
const status = z.enum(SELLER_PRODUCT_STATUSES);
const ofProduct = z.object({ id: pathId });

const NewSellerProductVariant = z.object({
  productVariantId: id,
  priceCents: cents.max(UNIT_PRICE_MAX_CENTS).describe('Greater than the base cost plus the platform fee'),
  allowedOptions: dictionaryOf(dictionaryList)
    .nullish()
    .describe('Option key to allowed values; empty: all active options of the product type'),
  sku: text(1, SKU_MAX_CHARACTERS).nullish(),
});

type VariantIssues = z.core.$RefinementCtx<z.output<typeof NewSellerProductVariant>[]>;

/** A variant that is given again is told at its place. */
function eachOnce(variants: readonly z.output<typeof NewSellerProductVariant>[], issues: VariantIssues): void {
  const seen = new Set<string>();
  variants.forEach(({ productVariantId }, index) => {
    const path = [index, 'productVariantId'];
    if (seen.has(productVariantId))
      issues.addIssue({ code: 'custom', path, ...failing('duplicate', 'is given twice') });
    seen.add(productVariantId);
  });
}

export const sellerProductRoutes = [
  route({
    method: 'post',
    path: '/seller-products/me',
    auth: 'seller',
    summary: 'Create a product as a draft; nothing is rendered yet',
    body: z.object({
      productTypeId: id,
      artworkId: id,
      title,
      slug: slug.nullish(),
      description: description.nullish(),
      variants: z.array(NewSellerProductVariant).min(1).max(VARIANTS_MAX).superRefine(eachOnce),
    }),
    status: 201,
    answer: SellerProductJson,
    settles: ['media-render', 'storefront'],
    async handle({ body, caller, clients, pictureUrl, settle }) {
      const { sellerProduct } = await clients.sellerProducts.createSellerProduct(
        {
          ...withoutNulls(body),
          sellerProfileId: sellerProfileOf(caller),
          variants: body.variants.map(newVariant),
        },
        { deadlineMs: CREATE_DEADLINE_MS },
      );
      return whileSettling(settle, withRenders(clients, sellerProduct!, pictureUrl));
    },
  }),

  route({
    method: 'get',
    path: '/seller-products/me',
    auth: 'seller',
    summary: 'List own products, newest first',
    query: z.object({
      ...pageQuery,
      status: status.optional(),
      sellerProfileId: id.optional().describe('For admins: the products of this seller'),
    }),
    answer: listOf('sellerProducts', SellerProductJson),
    async handle({ query: { skip, limit, ...filter }, caller, clients, pictureUrl }) {
      const { sellerProducts, total } = await clients.sellerProducts.listSellerProducts({
        sellerProfileId: filter.sellerProfileId ?? sellerProfileOf(caller),
        page: { skip, limit },
        status: filter.status,
      });
      const products = await allWithRenders(clients, sellerProducts, pictureUrl);
      return { sellerProducts: products, total, skip, limit };
    },
  }),

  route({
    method: 'get',
    path: '/seller-products/me/{id}',
    auth: 'seller',
    summary: 'One of the own products',
    params: ofProduct,
    answer: SellerProductJson,
    async handle({ params, clients, pictureUrl }) {
      const { sellerProduct } = await clients.sellerProducts.getSellerProduct(params);
      return withRenders(clients, sellerProduct!, pictureUrl);
    },
  }),

  route({
    method: 'patch',
    path: '/seller-products/me/{id}',
    auth: 'seller',
    summary: 'Change a product, its status included; to be active it needs a slug, a render and an active variant',
    params: ofProduct,
    body: z.object({
      title: title.optional(),
      slug: slug.nullish().describe('null clears it'),
      description: description.nullish().describe('null clears it'),
      status: status.optional(),
    }),
    answer: SellerProductJson,
    settles: ['media-render', 'storefront'],
    async handle({ params, body, clients, pictureUrl, settle }) {
      const { sellerProduct } = await clients.sellerProducts.updateSellerProduct({
        ...params,
        ...maskedUpdate(body),
      } satisfies Whole<UpdateSellerProductRequest>);
      return whileSettling(settle, withRenders(clients, sellerProduct!, pictureUrl));
    },
  }),
];

const newVariant = ({ allowedOptions, ...variant }: z.output<typeof NewSellerProductVariant>) => ({
  ...withoutNulls(variant),
  allowedOptions: Object.fromEntries(Object.entries(allowedOptions ?? {}).map(([key, values]) => [key, { values }])),
});

/** What else the answer needs is asked for while the views take up the write. */
async function whileSettling<T>(settle: () => Promise<void>, answer: Promise<T>): Promise<T> {
  const [value] = await Promise.all([answer, settle()]);
  return value;
}

async function withRenders(clients: Clients, product: SellerProduct, pictureUrl: PictureUrl) {
  const [view] = await allWithRenders(clients, [product], pictureUrl);
  return view!;
}

/** The renders of all the products' artworks are asked for at once. */
async function allWithRenders(clients: Clients, products: readonly SellerProduct[], pictureUrl: PictureUrl) {
  const artworkIds = [...new Set(products.map(({ artworkId }) => artworkId))];
  const templateIds = [...new Set(products.flatMap((product) => product.templateIds))];
  const { renders } =
    templateIds.length === 0 ? { renders: [] } : await clients.renders.listRenders({ artworkIds, templateIds });
  return products.map((product) => sellerProductView(product, renders, pictureUrl));
}
