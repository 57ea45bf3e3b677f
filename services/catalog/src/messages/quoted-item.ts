import type { QuotedItem, QuotedSurface, QuoteItem } from '@estampa/contracts/catalog/v1/seller_product';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { Offer } from '../db/offer-repository.ts';
import type { WantedText } from '@estampa/kernel/text-layer';
import { extraCostCents, firstSurfaceAlone, surfacesInUse, type UsedAndOffered } from '../domain/product-surfaces.ts';
import { textOn } from '../domain/texts.ts';

export const quotedItemMessage = (
  offer: Offer,
  { selectedOptions, texts }: Pick<QuoteItem, 'selectedOptions' | 'texts'>,
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
  baseCostCents: offer.baseCostCents + extraCostCents(surfacesOf(offer)),
  platformFeeBasisPoints: offer.platformFeeBasisPoints,
  artistRoyaltyBasisPoints: offer.artistRoyaltyBasisPoints,
  variantAssets: offer.assets,
  selectedOptions,
  optionLabel,
  productionDays: offer.productionDays,
  packagingDays: offer.packagingDays,
  surfaces: surfacesInUse(surfacesOf(offer)).map((surface) => quotedSurface(surface, texts?.list ?? [])),
  feeOverrideId: offer.feeOverrideId ?? undefined,
});

export const surfacesOf = ({ usedSurfaces, offeredSurfaces: offered, artworkId }: Offer): UsedAndOffered => ({
  used: usedSurfaces ?? firstSurfaceAlone(artworkId, offered),
  offered,
});

const quotedSurface = (
  surface: ReturnType<typeof surfacesInUse>[0],
  texts: readonly WantedText[],
): AllFields<QuotedSurface> => ({
  surface: surface.key,
  name: surface.name,
  artworkId: surface.artworkId,
  extraCostCents: surface.extraCostCents,
  widthMm: surface.widthMm ?? undefined,
  heightMm: surface.heightMm ?? undefined,
  text: textOn(surface, texts),
});
