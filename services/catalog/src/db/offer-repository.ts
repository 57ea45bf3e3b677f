import { isUuid } from '@estampa/kernel/ids';
import type { AssetLabel } from '@estampa/kernel/option-label';
import { json } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AssetDictionary } from '../domain/combinations.ts';
import type { AllowedOptions, OptionRule } from '../domain/options.ts';
import type { ProductSurface, UsedSurface } from '../domain/product-surfaces.ts';
import { inForceText } from './fee-override-repository.ts';

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
  /** Of the variant alone. */
  baseCostCents: number;
  /** Null where nobody said: the first one of its type. */
  usedSurfaces: readonly UsedSurface[] | null;
  offeredSurfaces: readonly ProductSurface[];
  platformFeeBasisPoints: number;
  /** What the fee was agreed by; null where it is the type's. */
  feeOverrideId: string | null;
  artistRoyaltyBasisPoints: number;
  allowedOptions: AllowedOptions;
  assets: AssetDictionary;
  /** Of its assets. */
  labels: AssetLabel[];
  productionDays: number;
  packagingDays: number;
  isOnSale: boolean;
};

/** The offers of a cart, by seller product variant id, and the options of their product types, by product type id. */
export type Offers = { offers: Map<string, Offer>; options: Map<string, OptionRule[]> };

export const offers = {
  /** All that the lines of a cart are quoted by, in one query. */
  async find(em: EntityManager, variantIds: readonly string[]): Promise<Offers> {
    const found = (await OFFERS.first(em, [JSON.stringify(variantIds.filter(isUuid))]))!;
    return {
      offers: new Map(found.offers.map((offer) => [offer.sellerProductVariantId, offer])),
      options: Map.groupBy(found.options, ({ productTypeId }) => productTypeId),
    };
  },
};

// As JSON, since PostgreSQL would plan anew for each length of an array.
const OFFERS = statement(
  `
  with offer as (select
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
    p.surfaces "usedSurfaces",
    t.surfaces "offeredSurfaces",
    coalesce(own_fee.platform_fee_basis_points, t.platform_fee_basis_points) "platformFeeBasisPoints",
    own_fee.id "feeOverrideId",
    t.artist_royalty_basis_points "artistRoyaltyBasisPoints",
    v.allowed_options "allowedOptions",
    c.assets,
    (select coalesce(json_agg(label), '[]') from (
       select a.key, a.value, a.label_pt "labelPt", a.is_active "isActive" from asset a
       where a.product_type_id = t.id and a.value = c.assets ->> a.key order by a.id
     ) as label) "labels",
    c.production_days "productionDays",
    c.packaging_days "packagingDays",
    p.status = 'active' and v.is_active and c.is_active "isOnSale"
  from seller_product_variant v
  join seller_product p on p.id = v.seller_product_id
  join product_variant c on c.id = v.product_variant_id
  join product_type t on t.id = c.product_type_id
  left join lateral (${inForceText('p.seller_profile_id', 't.id')}) own_fee on true
  where v.id in (select id::uuid from jsonb_array_elements_text($1::jsonb) as requested (id))
  )
  select
    (select coalesce(json_agg(offer), '[]') from offer) as offers,
    (select coalesce(json_agg(rule), '[]') from (
       select o.product_type_id "productTypeId", o.key, o.required,
         (select coalesce(json_agg(value order by id), '[]') from option_value
          where option_id = o.id and is_active) "values"
       from product_option o
       where o.is_active and o.product_type_id in (select "productTypeId" from offer)
       order by o.id
     ) as rule) as options`,
  { offers: json<Offer[]>(), options: json<(OptionRule & { productTypeId: string })[]>() },
);
