import { FeeOverrideServiceService } from '@estampa/contracts/catalog/v1/fee_override';
import { ProductTypeServiceService } from '@estampa/contracts/catalog/v1/product_type';
import { SellerProductServiceService } from '@estampa/contracts/catalog/v1/seller_product';
import { TemplateServiceService } from '@estampa/contracts/catalog/v1/template';
import { TemplateImportServiceService } from '@estampa/contracts/catalog/v1/template_import';
import { implement } from '@estampa/kit/rpc/server';
import { feeOverrides } from './fee-overrides.ts';
import { productTypes } from './product-types.ts';
import { sellerProducts } from './seller-products.ts';
import { templateImports } from './template-imports.ts';
import { templates } from './templates.ts';

/** All gRPC services of the catalog. */
export const services = [
  implement(ProductTypeServiceService, productTypes),
  implement(TemplateServiceService, templates),
  implement(TemplateImportServiceService, templateImports),
  implement(SellerProductServiceService, sellerProducts),
  implement(FeeOverrideServiceService, feeOverrides),
];
