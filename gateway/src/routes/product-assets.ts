import type { UpdateAssetRequest } from '@estampa/contracts/catalog/v1/asset';
import type { AllFields } from '@estampa/kernel/all-fields';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { z } from 'zod';
import { asItIs, label, PARTS_AT_ONCE_MAX, partKey, partValue } from './part-schemas.ts';
import { route } from './route.ts';
import { booleanQuery, listOf, pageQuery, pathId } from './schemas.ts';
import { AssetJson, assetView } from '../views/product-type.ts';
import { withoutNulls } from '../http/without-nulls.ts';

const ofType = z.object({ id: pathId });
const params = z.object({ assetId: pathId });

const labels = {
  keyLabelPt: label.nullish().describe('What the key is called in Portuguese'),
  keyLabelEn: label.nullish().describe('What the key is called in English'),
  labelEn: label.nullish().describe('What the value is called in English'),
};
const labelPt = label.describe('What the value is called in Portuguese');
const NewAsset = z.object({
  key: partKey.describe('The characteristic, such as size'),
  value: partValue.describe('Such as m'),
  labelPt,
  ...labels,
});

export const productAssetRoutes = [
  route({
    name: 'createAsset',
    method: 'post',
    path: '/products/types/{id}/assets',
    auth: 'admin',
    summary: 'Add an asset',
    description: 'One value of a characteristic that affects manufacturing and cost.',
    params: ofType,
    body: NewAsset,
    status: 201,
    errors: { 400: ['limit_reached'], 409: ['already_exists'] },
    response: AssetJson,
    settles: ['storefront'],
    async handle({ params: { id: productTypeId }, body, clients }) {
      const { assets } = await clients.productTypes.createAssets({ productTypeId, assets: [withoutNulls(body)] });
      return assetView(assets[0]!);
    },
  }),

  route({
    name: 'createAssets',
    method: 'post',
    path: '/products/types/{id}/assets/bulk',
    auth: 'admin',
    summary: 'Add several assets, all or none',
    params: ofType,
    body: z.object({ assets: z.array(NewAsset).min(1).max(PARTS_AT_ONCE_MAX).describe('What to add') }),
    status: 201,
    errors: { 400: ['limit_reached'], 409: ['already_exists'] },
    response: z.object({ assets: z.array(AssetJson).describe('Those made, in the order sent') }),
    settles: ['storefront'],
    async handle({ params: { id: productTypeId }, body, clients }) {
      const wanted = body.assets.map(withoutNulls);
      const { assets } = await clients.productTypes.createAssets({ productTypeId, assets: wanted });
      return { assets: assets.map(assetView) };
    },
  }),

  route({
    name: 'listAssets',
    method: 'get',
    path: '/products/types/{id}/assets',
    auth: 'admin',
    summary: 'List the assets of a product type, newest first',
    params: ofType,
    query: z.object({ ...pageQuery, includeInactive: booleanQuery.default(false) }),
    response: listOf('assets', AssetJson),
    async handle({ params: { id: productTypeId }, query: { skip, limit, includeInactive }, clients }) {
      const page = { skip, limit };
      const { assets, total } = await clients.productTypes.listAssets({ productTypeId, page, includeInactive });
      return { assets: assets.map(assetView), total, skip, limit };
    },
  }),

  route({
    name: 'updateAsset',
    method: 'patch',
    path: '/products/assets/{assetId}',
    auth: 'admin',
    summary: 'Change the labels of an asset',
    params,
    body: z.object({ key: asItIs, value: asItIs, labelPt: labelPt.optional(), ...labels }),
    response: AssetJson,
    settles: ['storefront'],
    async handle({ params: { assetId }, body, clients }) {
      const { asset } = await clients.productTypes.updateAsset({
        id: assetId,
        ...maskedUpdate(body),
      } satisfies AllFields<UpdateAssetRequest>);
      return assetView(asset!);
    },
  }),

  route({
    name: 'deactivateAsset',
    method: 'delete',
    path: '/products/assets/{assetId}',
    auth: 'admin',
    summary: 'Deactivate an asset',
    description: 'No new variant has it, those that do stay.',
    params,
    status: 204,
    settles: ['storefront'],
    handle: ({ params: { assetId }, clients }) => clients.productTypes.deactivateAsset({ id: assetId }),
  }),
];
