import { ProductTypeChanged, SellerProductChanged, TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import { ArtworkChanged, RenderChanged } from '@estampa/contracts/media/v1/events';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Product, ProductFacts, TypeFacts } from '../domain/facts.ts';

/** A product alone, while its type or artwork has not been heard of. */
export type LoadedFacts = ProductFacts | { product: Product; type: null };

type FactRow = { kind: 'product' | 'type' | 'template' | 'artwork' | 'render'; fact: unknown };

/** All facts that some products are made from: one statement, each fact once however many products share it. */
export async function loadFacts(tx: EntityManager, productIds: readonly string[]): Promise<LoadedFacts[]> {
  const rows = await tx.execute<FactRow[]>(FACTS, [`{${productIds.join(',')}}`]);
  const factsOf = <T>(kind: FactRow['kind'], message: { fromJSON(json: unknown): T }): T[] =>
    rows.filter((row) => row.kind === kind).map(({ fact }) => message.fromJSON(fact));

  const types = new Map(factsOf('type', ProductTypeChanged).map((one) => [one.productType!.id, typeFacts(one)]));
  const artworks = new Map(factsOf('artwork', ArtworkChanged).map(({ artwork }) => [artwork!.id, artwork!]));
  const templates = Map.groupBy(
    factsOf('template', TemplateChanged).map(({ template }) => template!),
    ({ productTypeId }) => productTypeId,
  );
  const renders = Map.groupBy(
    factsOf('render', RenderChanged).map(({ render }) => render!),
    ({ artworkId }) => artworkId,
  );
  return factsOf('product', SellerProductChanged).map(({ sellerProduct }) => {
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
      // The owner of gallery photos does not announce any yet.
      images: [],
    };
  });
}

const typeFacts = ({ productType, assets, options, variants }: ProductTypeChanged): TypeFacts => ({
  type: productType!,
  assets,
  options,
  variants: new Map(variants.map((variant) => [variant.id, variant])),
});

const FACTS = `
  with product as (select * from seller_product where id = any(?::uuid[]) and not deleted)
  select 'product' as kind, fact from product
  union all
  select 'type', fact from product_type where id in (select product_type_id from product)
  union all
  select 'template', fact from template where product_type_id in (select product_type_id from product) and not deleted
  union all
  select 'artwork', fact from artwork where id in (select artwork_id from product) and not deleted
  union all
  select 'render', fact from render where artwork_id in (select artwork_id from product) and not deleted`;
