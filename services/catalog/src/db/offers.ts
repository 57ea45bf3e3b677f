import { isUuid } from '@estampa/kernel/ids';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AssetDictionary } from '../domain/combinations.ts';
import type { AllowedOptions } from '../domain/options.ts';

/** A seller's variant as a buyer meets it, with everything that its price is made of. */
export type Offer = {
  sellerProductVariantId: string;
  sellerProductId: string;
  productVariantId: string;
  productTypeId: string;
  productTypeName: string;
  sellerProfileId: string;
  artworkId: string;
  title: string;
  priceCents: number;
  baseCostCents: number;
  platformFeeBasisPoints: number;
  artistRoyaltyBasisPoints: number;
  allowedOptions: AllowedOptions;
  assets: AssetDictionary;
  productionDays: number;
  packagingDays: number;
  isOnSale: boolean;
};

/** All lines of a cart in one query, by seller product variant id. */
export async function loadOffers(em: EntityManager, variantIds: readonly string[]): Promise<Map<string, Offer>> {
  const rows = await em.execute<Offer[]>(OFFERS, [`{${variantIds.filter(isUuid).join(',')}}`]);
  return new Map(rows.map((offer) => [offer.sellerProductVariantId, offer]));
}

const OFFERS = `
  select
    v.id "sellerProductVariantId",
    p.id "sellerProductId",
    c.id "productVariantId",
    t.id "productTypeId",
    t.name "productTypeName",
    p.seller_profile_id "sellerProfileId",
    p.artwork_id "artworkId",
    p.title,
    v.price_cents "priceCents",
    c.base_cost_cents "baseCostCents",
    t.platform_fee_basis_points "platformFeeBasisPoints",
    t.artist_royalty_basis_points "artistRoyaltyBasisPoints",
    v.allowed_options "allowedOptions",
    c.assets,
    c.production_days "productionDays",
    c.packaging_days "packagingDays",
    p.status = 'active' and v.is_active and c.is_active and t.is_active "isOnSale"
  from seller_product_variant v
  join seller_product p on p.id = v.seller_product_id
  join product_variant c on c.id = v.product_variant_id
  join product_type t on t.id = c.product_type_id
  where v.id = any(?::uuid[])`;
