import type { QuotedItem, QuoteItem } from '@estampa/contracts/catalog/v1/seller_product';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { Offer } from '../db/offer-repository.ts';

export const quotedItemMessage = (
  offer: Offer,
  { selectedOptions }: Pick<QuoteItem, 'selectedOptions'>,
  optionLabel: string,
): AllFields<QuotedItem> => ({
  sellerProductId: offer.sellerProductId,
  sellerProductVariantId: offer.sellerProductVariantId,
  productVariantId: offer.productVariantId,
  productTypeId: offer.productTypeId,
  productTypeName: offer.productTypeName,
  sellerProfileId: offer.sellerProfileId,
  artworkId: offer.artworkId,
  title: offer.title,
  unitPriceCents: offer.priceCents,
  baseCostCents: offer.baseCostCents,
  platformFeeBasisPoints: offer.platformFeeBasisPoints,
  artistRoyaltyBasisPoints: offer.artistRoyaltyBasisPoints,
  variantAssets: offer.assets,
  selectedOptions,
  optionLabel,
  productionDays: offer.productionDays,
  packagingDays: offer.packagingDays,
});
