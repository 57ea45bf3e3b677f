import { Variant } from '@estampa/contracts/catalog/v1/catalog';
import { ProductTypeChanged, SellerProductChanged, TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import { ArtworkChanged, GalleryChanged, RenderChanged } from '@estampa/contracts/media/v1/events';
import { type Asked, json, oneOf, statement } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Product, ProductFacts, TypeFacts } from '../domain/facts.ts';

/** A product alone, while its type or artwork has not been heard of. */
export type LoadedFacts = ProductFacts | { product: Product; type: null };

const KINDS = ['product', 'type', 'variant', 'template', 'artwork', 'render', 'gallery'] as const;
export type FactRow = { kind: (typeof KINDS)[number]; fact: unknown };

/** Asks for all facts that some products are made from: each once, however many products share it. */
export const factsOf = (productIds: readonly string[]): Asked<FactRow> => FACTS.with(productIds);

export const loadFacts = async (tx: EntityManager, productIds: readonly string[]): Promise<LoadedFacts[]> =>
  productsFrom(await FACTS.all(tx, [productIds]));

/** The products, each with what it is made from. */
export function productsFrom(rows: readonly FactRow[]): LoadedFacts[] {
  const parsed = <T>(kind: FactRow['kind'], message: { fromJSON(json: unknown): T }): T[] =>
    rows.filter((row) => row.kind === kind).map(({ fact }) => message.fromJSON(fact));

  const variants = new Map(parsed('variant', Variant).map((one) => [one.id, one]));
  const types = new Map(
    parsed('type', ProductTypeChanged).map((one) => [one.productType!.id, typeFacts(one, variants)]),
  );
  const artworks = new Map(parsed('artwork', ArtworkChanged).map(({ artwork }) => [artwork!.id, artwork!]));
  const templates = Map.groupBy(
    parsed('template', TemplateChanged).map(({ template }) => template!),
    ({ productTypeId }) => productTypeId,
  );
  const renders = Map.groupBy(
    parsed('render', RenderChanged).map(({ render }) => render!),
    ({ artworkId }) => artworkId,
  );
  const galleries = new Map(parsed('gallery', GalleryChanged).map((one) => [one.sellerProductId, one.images]));
  return parsed('product', SellerProductChanged).map(({ sellerProduct }) => {
    const product = sellerProduct!;
    const type = types.get(product.productTypeId);
    const artwork = artworks.get(product.artworkId);
    if (!type || !artwork) return { product, type: null };
    return {
      product,
      type,
      artwork,
      templates: templates.get(product.productTypeId) ?? [],
      renders: renders.get(product.artworkId) ?? [],
      images: galleries.get(product.id) ?? [],
    };
  });
}

const typeFacts = (
  { productType, assets, options }: ProductTypeChanged,
  variants: TypeFacts['variants'],
): TypeFacts => ({ type: productType!, assets, options, variants });

const FACTS = statement(
  `
  with product as (select * from seller_product where id = any($1::uuid[]) and not deleted)
  select 'product' as kind, fact from product
  union all
  select 'type', fact from product_type where id in (select product_type_id from product)
  union all
  select 'variant', fact from product_variant where id in (
    select named.id::uuid from product, jsonb_array_elements_text(variant_ids) as named (id))
  union all
  select 'template', fact from template where product_type_id in (select product_type_id from product) and not deleted
  union all
  select 'artwork', fact from artwork where id in (select artwork_id from product) and not deleted
  union all
  select 'render', fact from render where artwork_id in (select artwork_id from product) and not deleted
  union all
  select 'gallery', fact from gallery where seller_product_id in (select id from product) and not deleted`,
  { kind: oneOf(KINDS), fact: json() },
);
