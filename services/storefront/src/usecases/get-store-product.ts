import { notFound } from '@estampa/kernel/errors';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Page } from '../adapters/page-cache.ts';
import type { Context } from '../context.ts';
import { named, STORE_COLUMNS, STORE_ORDER, type StoreRow, toStore } from '../db/read-model.ts';
import { relatedProducts } from '../db/related-products.ts';
import { canBeName } from '../domain/names.ts';
import { productPage, type ProductPageParts } from '../domain/pages.ts';
import { publicPage } from './public-page.ts';

type Input = { store: string; product: string };

export async function getStoreProduct(context: Context, { store, product }: Input): Promise<Page> {
  if (!canBeName(store) || !canBeName(product)) throw notFound('product', product);
  return publicPage(context, ['product', store, product], (viewer) =>
    buildPage(context.em, { store, product }, viewer),
  );
}

type Row = StoreRow &
  Pick<ProductPageParts, 'pageHead' | 'pageTail' | 'likesCount' | 'isLiked'> & {
    id: string;
    artworkId: string;
    productTypeId: string;
  };

async function buildPage(em: EntityManager, { store, product }: Input, viewer: string | null): Promise<string> {
  const ofStore = named('s', store);
  const ofProduct = named('p', product);
  const [row] = await em.execute<Row[]>(
    `select ${STORE_COLUMNS}, p.id, p.artwork_id as "artworkId", p.product_type_id as "productTypeId",
       p.page_head as "pageHead", p.page_tail as "pageTail", p.likes_count as "likesCount",
       case when ?::uuid is not null then exists (
         select from product_like l where l.seller_product_id = p.id and l.user_id = ?::uuid
       ) end as "isLiked"
     from store s join store_product p on p.seller_profile_id = s.id and p.is_listed
     where ${ofStore.sql} and ${ofProduct.sql}
     order by ${STORE_ORDER}, p.slug = ?, p.created_at desc limit 1`,
    [viewer, viewer, ...ofStore.values, ...ofProduct.values, store, product],
  );
  if (!row) throw notFound('product', product);

  const related = await relatedProducts(em, { ...row, sellerProfileId: row.storeId }, viewer);
  return productPage({ ...row, store: toStore(row), relatedProducts: related });
}
