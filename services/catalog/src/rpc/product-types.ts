import type { UpdateAssetRequest } from '@estampa/contracts/catalog/v1/asset';
import type { UpdateOptionRequest, UpdateOptionValueRequest } from '@estampa/contracts/catalog/v1/option';
import type { PrintRules as PrintRulesMessage } from '@estampa/contracts/catalog/v1/print_rules';
import type {
  ProductSurface as SurfaceMessage,
  ProductTypeServiceService,
  UpdateProductTypeRequest,
} from '@estampa/contracts/catalog/v1/product_type';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import { changesIn, type UpdateFields } from '@estampa/kit/rpc/update-mask';
import type { Context } from '../context.ts';
import type { PrintRules } from '../domain/print-rules.ts';
import type { ProductSurface } from '../domain/product-surfaces.ts';
import {
  assetMessage,
  optionMessage,
  optionValueMessage,
  productTypeMessage,
  variantMessage,
} from '../messages/product-type.ts';
import { templateMessage } from '../messages/template.ts';
import { createAssets } from '../usecases/product-types/create-assets.ts';
import { createOptionValue } from '../usecases/product-types/create-option-value.ts';
import { createOption } from '../usecases/product-types/create-option.ts';
import { createProductType } from '../usecases/product-types/create-product-type.ts';
import { deactivateAsset } from '../usecases/product-types/deactivate-asset.ts';
import { deactivateOptionValue } from '../usecases/product-types/deactivate-option-value.ts';
import { deactivateOption } from '../usecases/product-types/deactivate-option.ts';
import { deactivateProductType } from '../usecases/product-types/deactivate-product-type.ts';
import { getCatalogEntry } from '../usecases/product-types/get-catalog-entry.ts';
import { getProductType } from '../usecases/product-types/get-product-type.ts';
import {
  completePressProfile,
  presignPressProfile,
  removePressProfile,
} from '../usecases/product-types/press-profile.ts';
import { listAssets } from '../usecases/product-types/list-assets.ts';
import { listCatalogEntries } from '../usecases/product-types/list-catalog-entries.ts';
import { listOptions } from '../usecases/product-types/list-options.ts';
import { listProductTypes } from '../usecases/product-types/list-product-types.ts';
import { type AssetChange, updateAsset } from '../usecases/product-types/update-asset.ts';
import { type OptionValueChange, updateOptionValue } from '../usecases/product-types/update-option-value.ts';
import { type OptionChange, updateOption } from '../usecases/product-types/update-option.ts';
import { type ProductTypeChange, updateProductType } from '../usecases/product-types/update-product-type.ts';
import { productVariants } from './product-variants.ts';

/** What is said of product types is this service's own. */
const ALONE = { callsOthers: false };

const PRODUCT_TYPE_FIELDS = {
  slug: 'required',
  name: 'required',
  description: 'clearable',
  platformFeeBasisPoints: 'required',
  artistRoyaltyBasisPoints: 'required',
  isActive: 'required',
  surfaces: 'required',
  printRules: 'clearable',
} as const satisfies UpdateFields<UpdateProductTypeRequest, 'id', ProductTypeChange>;

const ASSET_FIELDS = {
  key: 'required',
  value: 'required',
  keyLabelPt: 'clearable',
  keyLabelEn: 'clearable',
  labelPt: 'required',
  labelEn: 'clearable',
} as const satisfies UpdateFields<UpdateAssetRequest, 'id', AssetChange>;

const OPTION_FIELDS = {
  key: 'required',
  labelPt: 'required',
  labelEn: 'clearable',
  inputType: 'required',
  displayBehavior: 'required',
  required: 'required',
} as const satisfies UpdateFields<UpdateOptionRequest, 'id', OptionChange>;

const OPTION_VALUE_FIELDS = {
  value: 'required',
  labelPt: 'required',
  labelEn: 'clearable',
  hexColor: 'clearable',
} as const satisfies UpdateFields<UpdateOptionValueRequest, 'id', OptionValueChange>;

const none = () => ({});

const surfaceOf = ({ key, name, widthMm, heightMm, extraCostCents, required }: SurfaceMessage): ProductSurface => ({
  key,
  name,
  widthMm: widthMm ?? null,
  heightMm: heightMm ?? null,
  extraCostCents,
  required,
});

const rulesOf = ({ minDpi, minLineMm, minInkOpacity }: PrintRulesMessage): PrintRules => ({
  minDpi: minDpi ?? null,
  minLineMm: minLineMm ?? null,
  minInkOpacity: minInkOpacity ?? null,
});

export const productTypes: Handlers<typeof ProductTypeServiceService, Context> = {
  ...productVariants,

  createProductType: command(
    (context, { surfaces, printRules, ...request }) =>
      createProductType(context, {
        ...request,
        surfaces: surfaces?.list.map(surfaceOf),
        printRules: printRules ? rulesOf(printRules) : null,
      }),
    (created) => ({ productType: productTypeMessage(created) }),
    ALONE,
  ),
  updateProductType: command(
    (context, request) => {
      const { surfaces, printRules, ...changes } = changesIn(request, PRODUCT_TYPE_FIELDS);
      const wanted = {
        ...changes,
        ...(surfaces && { surfaces: surfaces.list.map(surfaceOf) }),
        ...(printRules !== undefined && { printRules: printRules && rulesOf(printRules) }),
      };
      return updateProductType(context, { id: request.id, wanted });
    },
    (type) => ({ productType: productTypeMessage(type) }),
    ALONE,
  ),
  deactivateProductType: command(deactivateProductType, none, ALONE),
  getProductType: async (context, { id }) => ({ productType: productTypeMessage(await getProductType(context, id)) }),
  async listProductTypes(context, request) {
    const [rows, total] = await listProductTypes(context, request);
    return { productTypes: rows.map(productTypeMessage), total };
  },

  presignPressProfile: (context, file) => presignPressProfile(context, file),
  completePressProfile: command(completePressProfile, (type) => ({ productType: productTypeMessage(type) })),
  removePressProfile: command((context, { productTypeId }) => removePressProfile(context, productTypeId), none, ALONE),

  createAssets: command(createAssets, (created) => ({ assets: created.map(assetMessage) }), ALONE),
  updateAsset: command(
    (context, request) => updateAsset(context, request.id, changesIn(request, ASSET_FIELDS)),
    (asset) => ({ asset: assetMessage(asset) }),
    ALONE,
  ),
  deactivateAsset: command(deactivateAsset, none, ALONE),
  async listAssets(context, request) {
    const [rows, total] = await listAssets(context, request);
    return { assets: rows.map(assetMessage), total };
  },

  createOption: command(createOption, (created) => ({ option: optionMessage(created) }), ALONE),
  updateOption: command(
    (context, request) => updateOption(context, request.id, changesIn(request, OPTION_FIELDS)),
    (option) => ({ option: optionMessage(option) }),
    ALONE,
  ),
  deactivateOption: command(deactivateOption, none, ALONE),
  createOptionValue: command(
    (context, { optionId, value }) => createOptionValue(context, { optionId, value: value! }),
    (value) => ({ value: optionValueMessage(value) }),
    ALONE,
  ),
  updateOptionValue: command(
    (context, request) => updateOptionValue(context, request.id, changesIn(request, OPTION_VALUE_FIELDS)),
    (value) => ({ value: optionValueMessage(value) }),
    ALONE,
  ),
  deactivateOptionValue: command(deactivateOptionValue, none, ALONE),
  async listOptions(context, request) {
    const [options, total] = await listOptions(context, request);
    return { options: options.map(optionMessage), total };
  },

  async listCatalogEntries(context) {
    const entries = await listCatalogEntries(context);
    return {
      entries: entries.map(({ ownFeeBasisPoints, ...entry }) => ({
        ...entry,
        ownFeeBasisPoints: ownFeeBasisPoints ?? undefined,
      })),
    };
  },
  async getCatalogEntry(context, { productTypeId }) {
    const { productType, revision, ...parts } = await getCatalogEntry(context, productTypeId);
    return {
      entry: {
        productType: productTypeMessage(productType),
        assets: parts.assets.map(assetMessage),
        options: parts.options.map(optionMessage),
        variants: parts.variants.map(variantMessage),
        templates: parts.templates.map(templateMessage),
        revision,
      },
    };
  },
};
