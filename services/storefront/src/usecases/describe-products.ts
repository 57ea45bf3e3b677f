import type { PrintInput } from '@estampa/contracts/media/v1/print_file';
import type { Render } from '@estampa/contracts/media/v1/render';
import { isUuid } from '@estampa/kernel/ids';
import type { Whole } from '@estampa/kernel/whole';
import { statement, text, together } from '@estampa/kit/statement';
import type { Context } from '../context.ts';
import { type LineToShow, renderOf, shownRenders } from '../db/shown-renders.ts';

export type ProductDescription = {
  sellerProductId: string;
  title: string;
  imageKey: string;
  sellerName: string;
  sellerSlug: string;
};

type Input = { sellerProductIds: readonly string[]; lines: readonly LineToShow[] };
type Described = { products: ProductDescription[]; prints: { print: Whole<PrintInput> | undefined }[] };

/** Those of the products that are known and on sale, as an order freezes them, and what each of its lines is printed from. */
export async function describeProducts(
  { em }: Pick<Context, 'em'>,
  { sellerProductIds, lines }: Input,
): Promise<Described> {
  const known = DESCRIPTIONS.with(JSON.stringify(sellerProductIds.filter(isUuid)));
  const [products, shown] = await together(em, known, shownRenders(lines));
  const renders = new Map(shown.map((row) => [row.place, renderOf(row)]));
  return { products, prints: lines.map((_line, place) => ({ print: printOf(renders.get(place)) })) };
}

function printOf(render: Render | undefined): Whole<PrintInput> | undefined {
  if (!render?.placement) return undefined;
  const { artworkId, artworkVersion, templateId, placement, printArea } = render;
  const { x, y, scale, rotation } = placement;
  return { artworkId, artworkVersion, templateId, x, y, scale, rotation, printArea };
}

// As JSON, since PostgreSQL would plan anew for each length of an array.
const DESCRIPTIONS = statement(
  `select p.id as "sellerProductId", p.title, p.thumbnail_key as "imageKey", s.store_name as "sellerName",
     s.slug as "sellerSlug"
   from store_product p join store s on s.id = p.seller_profile_id
   where p.is_listed and not s.is_hidden and p.id in (select id::uuid from jsonb_array_elements_text($1::jsonb) as asked (id))`,
  { sellerProductId: text, title: text, imageKey: text, sellerName: text, sellerSlug: text },
);
