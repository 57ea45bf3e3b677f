import type { ProductTypeServiceService } from '@estampa/contracts/catalog/v1/catalog';
import { command } from '@estampa/kit/command';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { assetMessage, optionMessage, productTypeMessage, variantMessage } from '../messages/product-type.ts';
import { templateMessage } from '../messages/template.ts';
import { createAssets } from '../usecases/create-assets.ts';
import { createOption } from '../usecases/create-option.ts';
import { createProductType } from '../usecases/create-product-type.ts';
import { generateVariants } from '../usecases/generate-variants.ts';
import { getProductType } from '../usecases/get-product-type.ts';
import { getSellerCatalog } from '../usecases/get-seller-catalog.ts';
import { listAssets } from '../usecases/list-assets.ts';
import { listOptions } from '../usecases/list-options.ts';
import { listProductTypes } from '../usecases/list-product-types.ts';
import { listVariants } from '../usecases/list-variants.ts';

/** What is said of product types is this service's own. */
const ALONE = { asksOthers: false };

export const productTypes: Handlers<typeof ProductTypeServiceService, Context> = {
  createProductType: command(createProductType, (created) => ({ productType: productTypeMessage(created) }), ALONE),

  getProductType: async (context, { id }) => ({ productType: productTypeMessage(await getProductType(context, id)) }),

  async listProductTypes(context, request) {
    const [rows, total] = await listProductTypes(context, request);
    return { productTypes: rows.map(productTypeMessage), total };
  },

  createAssets: command(createAssets, (created) => ({ assets: created.map(assetMessage) }), ALONE),

  async listAssets(context, request) {
    const [rows, total] = await listAssets(context, request);
    return { assets: rows.map(assetMessage), total };
  },

  createOption: command(createOption, (created) => ({ option: optionMessage(created) }), ALONE),

  async listOptions(context, request) {
    const [options, total] = await listOptions(context, request);
    return { options: options.map(optionMessage), total };
  },

  generateVariants: command(
    generateVariants,
    ({ created, existing, variants }) => ({ created, existing, variants: variants.map(variantMessage) }),
    ALONE,
  ),

  async listVariants(context, request) {
    const [rows, total] = await listVariants(context, request);
    return { variants: rows.map(variantMessage), total };
  },

  async getSellerCatalog(context) {
    const entries = await getSellerCatalog(context);
    return {
      entries: entries.map(({ productType, assets, options, variants, templates }) => ({
        productType: productTypeMessage(productType),
        assets: assets.map(assetMessage),
        options: options.map(optionMessage),
        variants: variants.map(variantMessage),
        templates: templates.map(templateMessage),
      })),
    };
  },
};
