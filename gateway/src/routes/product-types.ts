import { z } from 'zod';
import { route } from '../route.ts';
import {
  booleanQuery,
  listOf,
  pageQuery,
  paragraphs,
  pathId,
  percent,
  percentToBasisPoints,
  text,
} from '../schemas.ts';
import { withoutNulls } from '../without-nulls.ts';
import {
  AssetJson,
  assetView,
  DISPLAY_BEHAVIORS,
  INPUT_TYPES,
  OptionJson,
  optionView,
  ProductTypeJson,
  productTypeView,
} from '../views/product-type.ts';
import { productVariantRoutes } from './product-variants.ts';

const NAME_MAX_CHARACTERS = 150;
const DESCRIPTION_MAX_CHARACTERS = 5_000;
const LABEL_MAX_CHARACTERS = 100;
const VALUE_MAX_CHARACTERS = 100;
const PARTS_AT_ONCE_MAX = 200;

const productTypeSlug = z.string().regex(/^[a-z0-9-]{1,50}$/, 'takes 1-50 of a-z, 0-9 and -');
const partKey = z.string().regex(/^[a-z][a-z0-9_-]{0,49}$/, 'takes 1-50 of a-z, 0-9, _ and -, a letter first');
const label = text(1, LABEL_MAX_CHARACTERS);
const partValue = text(1, VALUE_MAX_CHARACTERS);
const hexColor = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be a color such as #1F2A44');

const params = z.object({ id: pathId });
const listQuery = z.object({ ...pageQuery, includeInactive: booleanQuery.default(false) });

const NewAsset = z.object({
  key: partKey,
  keyLabelPt: label.nullish(),
  keyLabelEn: label.nullish(),
  value: partValue,
  labelPt: label,
  labelEn: label.nullish(),
});

const NewOption = z.object({
  key: partKey,
  labelPt: label,
  labelEn: label.nullish(),
  inputType: z.enum(INPUT_TYPES),
  displayBehavior: z.enum(DISPLAY_BEHAVIORS),
  required: z.boolean().default(false),
  values: z
    .array(z.object({ value: partValue, labelPt: label, labelEn: label.nullish(), hexColor: hexColor.nullish() }))
    .max(PARTS_AT_ONCE_MAX)
    .default([]),
});

export const productTypeRoutes = [
  ...productVariantRoutes,

  route({
    method: 'post',
    path: '/products/types',
    auth: 'admin',
    summary: 'Create a product type; it is active at once',
    body: z.object({
      slug: productTypeSlug,
      name: text(1, NAME_MAX_CHARACTERS),
      description: paragraphs(0, DESCRIPTION_MAX_CHARACTERS).nullish(),
      platformFeePercent: percent.describe('Share of the price that the platform keeps'),
      artistRoyaltyPercent: percent.describe('Share of the profit that the artist earns'),
    }),
    status: 201,
    answer: ProductTypeJson,
    settles: ['storefront'],
    async handle({ body, clients }) {
      const { slug, name, description, platformFeePercent, artistRoyaltyPercent } = body;
      const { productType } = await clients.productTypes.createProductType({
        slug,
        name,
        description: description ?? undefined,
        platformFeeBasisPoints: percentToBasisPoints(platformFeePercent),
        artistRoyaltyBasisPoints: percentToBasisPoints(artistRoyaltyPercent),
      });
      return productTypeView(productType!);
    },
  }),

  route({
    method: 'get',
    path: '/products/types',
    auth: 'admin',
    summary: 'List product types, newest first',
    query: listQuery,
    answer: listOf('productTypes', ProductTypeJson),
    async handle({ query: { skip, limit, includeInactive }, clients }) {
      const { productTypes, total } = await clients.productTypes.listProductTypes({
        page: { skip, limit },
        includeInactive,
      });
      return { productTypes: productTypes.map(productTypeView), total, skip, limit };
    },
  }),

  route({
    method: 'get',
    path: '/products/types/{id}',
    auth: 'admin',
    summary: 'One product type',
    params,
    answer: ProductTypeJson,
    async handle({ params: { id }, clients }) {
      const { productType } = await clients.productTypes.getProductType({ id });
      return productTypeView(productType!);
    },
  }),

  route({
    method: 'post',
    path: '/products/types/{id}/assets',
    auth: 'admin',
    summary: 'Add an asset: one value of a characteristic that affects manufacturing and cost',
    params,
    body: NewAsset,
    status: 201,
    answer: AssetJson,
    settles: ['storefront'],
    async handle({ params: { id: productTypeId }, body, clients }) {
      const { assets } = await clients.productTypes.createAssets({ productTypeId, assets: [withoutNulls(body)] });
      return assetView(assets[0]!);
    },
  }),

  route({
    method: 'post',
    path: '/products/types/{id}/assets/bulk',
    auth: 'admin',
    summary: 'Add several assets, all or none',
    params,
    body: z.object({ assets: z.array(NewAsset).min(1).max(PARTS_AT_ONCE_MAX) }),
    status: 201,
    answer: z.object({ assets: z.array(AssetJson) }),
    settles: ['storefront'],
    async handle({ params: { id: productTypeId }, body, clients }) {
      const wanted = body.assets.map(withoutNulls);
      const { assets } = await clients.productTypes.createAssets({ productTypeId, assets: wanted });
      return { assets: assets.map(assetView) };
    },
  }),

  route({
    method: 'get',
    path: '/products/types/{id}/assets',
    auth: 'admin',
    summary: 'List the assets of a product type, newest first',
    params,
    query: listQuery,
    answer: listOf('assets', AssetJson),
    async handle({ params: { id: productTypeId }, query: { skip, limit, includeInactive }, clients }) {
      const page = { skip, limit };
      const { assets, total } = await clients.productTypes.listAssets({ productTypeId, page, includeInactive });
      return { assets: assets.map(assetView), total, skip, limit };
    },
  }),

  route({
    method: 'post',
    path: '/products/types/{id}/options',
    auth: 'admin',
    summary: 'Add an option: a visual characteristic that the buyer chooses',
    params,
    body: NewOption,
    status: 201,
    answer: OptionJson,
    settles: ['storefront'],
    async handle({ params: { id: productTypeId }, body, clients }) {
      const values = body.values.map(withoutNulls);
      const { option } = await clients.productTypes.createOption({ ...withoutNulls(body), productTypeId, values });
      return optionView(option!);
    },
  }),

  route({
    method: 'get',
    path: '/products/types/{id}/options',
    auth: 'admin',
    summary: 'List the options of a product type, newest first',
    params,
    query: listQuery,
    answer: listOf('options', OptionJson),
    async handle({ params: { id: productTypeId }, query: { skip, limit, includeInactive }, clients }) {
      const page = { skip, limit };
      const { options, total } = await clients.productTypes.listOptions({ productTypeId, page, includeInactive });
      return { options: options.map(optionView), total, skip, limit };
    },
  }),
];
