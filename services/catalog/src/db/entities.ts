import { AssetRow } from './asset.entity.ts';
import { OptionRow } from './option.entity.ts';
import { OptionValueRow } from './option-value.entity.ts';
import { ProductTypeRow } from './product-type.entity.ts';
import { SellerProductRow } from './seller-product.entity.ts';
import { SellerProductVariantRow } from './seller-product-variant.entity.ts';
import { TemplateRow } from './template.entity.ts';
import { VariantRow } from './variant.entity.ts';

export const entities = [
  ProductTypeRow,
  AssetRow,
  OptionRow,
  OptionValueRow,
  VariantRow,
  TemplateRow,
  SellerProductRow,
  SellerProductVariantRow,
];
