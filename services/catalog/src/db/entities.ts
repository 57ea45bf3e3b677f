import { asset } from './tables/asset.ts';
import { feeOverride } from './tables/fee-override.ts';
import { option } from './tables/option.ts';
import { productType } from './tables/product-type.ts';
import { template } from './tables/template.ts';
import { variant } from './tables/variant.ts';

/** Those that MikroORM gives pages of. */
export const entities = [productType.Row, asset.Row, option.Row, variant.Row, template.Row, feeOverride.Row];
