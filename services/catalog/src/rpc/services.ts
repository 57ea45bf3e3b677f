import {
  ProductTypeServiceService,
  SellerProductServiceService,
  TemplateServiceService,
} from '@estampa/contracts/catalog/v1/catalog';
import { implement } from '@estampa/kit/grpc-server';
import { productTypes } from './product-types.ts';
import { sellerProducts } from './seller-products.ts';
import { templates } from './templates.ts';

/** Everything that this service answers. */
export const services = [
  implement(ProductTypeServiceService, productTypes),
  implement(TemplateServiceService, templates),
  implement(SellerProductServiceService, sellerProducts),
];
