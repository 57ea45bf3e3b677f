import { ProductTypeChanged, SellerProductChanged, TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import { Variant } from '@estampa/contracts/catalog/v1/variant';
import { ArtworkChanged, GalleryChanged, RenderChanged } from '@estampa/contracts/media/v1/events';
import { mockupOf } from '@estampa/kernel/mockup-name';
import { json, oneOf } from '@estampa/kit/postgres/columns';
import { listOf, type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Render } from '@estampa/contracts/media/v1/render';
import type { Product, ProductState, StoreNames, TypeState } from '../domain/product-state.ts';
import { rendersOf } from '../domain/product-surfaces.ts';
import type { OfArtwork } from '../domain/touched.ts';
import { firstOfArtworksText } from './seller-product-repository.ts';

/** Only the product while its type or artwork is not known. */
export type LoadedState = (ProductState & { renders: readonly Render[] }) | { product: Product; type: null };

const KINDS = ['product', 'type', 'variant', 'template', 'artwork', 'render', 'gallery', 'store'] as const;
export type StateRow = { kind: (typeof KINDS)[number]; state: unknown };

/** The states that products are derived from: each state once, however many products share it. */
export const productStates = {
  find: async (tx: EntityManager, productIds: readonly string[]): Promise<LoadedState[]> =>
    productsFrom(await STATES.all(tx, [productIds])),

  /** The query for the same, to be decoded by `productsFrom`. */
  of: (productIds: readonly string[]): Query<StateRow> => STATES.with(productIds),

  /** The query for the products of some artworks, for the same round trip as the locks. */
  ofArtworks: (all: readonly OfArtwork[]): Query<StateRow> => STATES_OF_ARTWORKS.with(JSON.stringify(all)),
};

/** The products, each with its states. */
export function productsFrom(rows: readonly StateRow[]): LoadedState[] {
  const parsed = <T>(kind: StateRow['kind'], message: { fromJSON(json: unknown): T }): T[] =>
    rows.filter((row) => row.kind === kind).map(({ state }) => message.fromJSON(state));

  const variants = new Map(parsed('variant', Variant).map((one) => [one.id, one]));
  const types = new Map(
    parsed('type', ProductTypeChanged).map((one) => [one.productType!.id, typeState(one, variants)]),
  );
  const artworks = new Map(parsed('artwork', ArtworkChanged).map(({ artwork }) => [artwork!.id, artwork!]));
  const templates = Map.groupBy(
    parsed('template', TemplateChanged).map(({ template }) => template!),
    ({ productTypeId }) => productTypeId,
  );
  const renders = Map.groupBy(
    parsed('render', RenderChanged).map(({ render }) => render!),
    ({ artworkId, templateId }) => `${artworkId}/${mockupOf(templateId).templateId}`,
  );
  const rendersOn = (artworkId: string, templateId: string) => renders.get(`${artworkId}/${templateId}`) ?? [];
  const galleries = new Map(parsed('gallery', GalleryChanged).map((one) => [one.sellerProductId, one.images]));
  const stores = new Map(
    rows
      .filter(({ kind }) => kind === 'store')
      .map(({ state }) => state as StoreNames & { id: string })
      .map((one) => [one.id, one]),
  );
  return parsed('product', SellerProductChanged).map(({ sellerProduct }) => {
    const product = sellerProduct!;
    const type = types.get(product.productTypeId);
    const artwork = artworks.get(product.artworkId);
    if (!type || !artwork) return { product, type: null };
    const ofType = templates.get(product.productTypeId) ?? [];
    return {
      product,
      type,
      artwork,
      templates: ofType,
      renders: rendersOf(product, ofType, rendersOn),
      images: galleries.get(product.id) ?? [],
      store: stores.get(product.sellerProfileId) ?? null,
    };
  });
}

const typeState = (
  { productType, assets, options }: ProductTypeChanged,
  variants: TypeState['variants'],
): TypeState => ({ type: productType!, assets, options, variants });

/**
 * Rows by name, looked up one by one (`offset 0` prevents flattening): the planner estimates ten products for one and a thousand
 * variants for a few, and would read whole tables.
 */
const each = (kind: StateRow['kind'], names: string, from: string, where: string) => `
  select '${kind}', found.fact from (select distinct ${names}) as named (id)
  cross join lateral (select fact from ${from} where ${where} = named.id offset 0) as found`;
const notDeleted = (where: string) => `not deleted and ${where}`;

const STORE_NAMES = `(
  select id, jsonb_build_object('id', id, 'storeName', store_name, 'artistName', artist_name) as fact from store
) as named_store`;

/** The artworks of all surfaces. */
const PRINTED = `printed.id from (
  select artwork_id as id from product
  union all select (used ->> 'artworkId')::uuid from product, jsonb_array_elements(product.surfaces) as used) as printed`;

const statesText = (products: string) =>
  `with product as materialized (${products})
   select 'product' as kind, fact as state from product
   union all ${each('type', 'product_type_id from product', 'product_type', 'id')}
   union all ${each('variant', 'one.id::uuid from product, jsonb_array_elements_text(variant_ids) as one (id)', 'product_variant', 'id')}
   union all ${each('template', 'product_type_id from product', 'template', notDeleted('product_type_id'))}
   union all ${each('artwork', 'artwork_id from product', 'artwork', notDeleted('id'))}
   union all ${each('render', PRINTED, 'render', notDeleted('artwork_id'))}
   union all ${each('gallery', 'id from product', 'gallery', notDeleted('seller_product_id'))}
   union all ${each('store', `(fact -> 'sellerProduct' ->> 'sellerProfileId')::uuid from product`, STORE_NAMES, 'id')}`;

const STATE_ROW = { kind: oneOf(KINDS), state: json() };
const STATES = statement(
  statesText(`select * from seller_product where id = any(${listOf('$1::uuid[]')}) and not deleted`),
  STATE_ROW,
);
const STATES_OF_ARTWORKS = statement(
  statesText(`
    select found.* from (${firstOfArtworksText('$1')}) as touched
    cross join lateral (select * from seller_product where id = touched.id and not deleted offset 0) as found`),
  STATE_ROW,
);
