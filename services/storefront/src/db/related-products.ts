import type { EntityManager } from '@mikro-orm/postgresql';
import type { RelatedProducts } from '../domain/pages.ts';
import { CARD_COLUMNS, type CardRow, toCard, viewedBy } from './read-model.ts';

export const RELATED_PRODUCTS_MAX = 12;

type Product = { id: string; artworkId: string; productTypeId: string; sellerProfileId: string };

/** Three indexed looks in one statement, newest first. */
export async function relatedProducts(
  em: EntityManager,
  product: Product,
  viewer: string | null,
): Promise<RelatedProducts> {
  const { id, artworkId, productTypeId, sellerProfileId } = product;
  const viewed = viewedBy(viewer);
  const rows = await em.execute<(CardRow & { list: keyof RelatedProducts })[]>(RELATED, [
    ...viewed,
    id,
    artworkId,
    ...viewed,
    id,
    sellerProfileId,
    ...viewed,
    id,
    productTypeId,
    sellerProfileId,
  ]);
  const cardsOf = (list: keyof RelatedProducts) => rows.filter((row) => row.list === list).map(toCard);
  return {
    sameArtwork: cardsOf('sameArtwork'),
    sameArtist: cardsOf('sameArtist'),
    recommended: cardsOf('recommended'),
  };
}

/** The inner look reads an index alone, so it stays fast where one seller has most products of a type. */
const look = (list: keyof RelatedProducts, condition: string) => `(
  select '${list}' as list, ${CARD_COLUMNS}
  from store_product p join store s on s.id = p.seller_profile_id
  where p.id in (
    select c.id from store_product c join store s on s.id = c.seller_profile_id and s.is_published
    where c.is_listed and c.id <> ? and ${condition}
    order by c.created_at desc, c.id desc limit ${RELATED_PRODUCTS_MAX}
  )
  order by p.created_at desc, p.id desc
)`;

const RELATED = [
  look('sameArtwork', 'c.artwork_id = ?'),
  look('sameArtist', 'c.seller_profile_id = ?'),
  look('recommended', 'c.product_type_id = ? and c.seller_profile_id <> ?'),
].join(' union all ');
