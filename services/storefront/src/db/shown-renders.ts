import { RenderChanged } from '@estampa/contracts/media/v1/events';
import type { Render } from '@estampa/contracts/media/v1/media';
import { type Asked, integer, json, statement } from '@estampa/kit/statement';

export type LineToShow = {
  sellerProductId: string;
  sellerProductVariantId: string;
  selectedOptions: Record<string, string>;
};
type ShownRow = { place: number; fact: unknown };

/**
 * The render that the page shows first of a SKU in the options that were chosen: one that shows another value of an option is
 * passed over, one that shows more of those chosen comes before one that leaves them open.
 */
const SHOWN = statement(
  `select distinct on (line.place) (line.place - 1)::int as place, render.fact
   from jsonb_array_elements($1::jsonb) with ordinality as line (asked, place)
   join store_product product on product.id::text = asked ->> 'sellerProductId'
   cross join lateral (select product.page_skus::jsonb as list offset 0) page
   cross join lateral (
     select sku from jsonb_array_elements(page.list -> 'skus') as sku
     where sku ->> 0 = asked ->> 'sellerProductVariantId'
   ) found
   cross join lateral jsonb_array_elements_text(found.sku -> 5) with ordinality as listed (render, nth)
   cross join lateral (select page.list -> 'renders' -> listed.render::int as render) shown
   cross join lateral (select coalesce(nullif(shown.render -> 2, 'null'), '{}') as options) choice
   join render on render.artwork_id = product.artwork_id and render.template_id = shown.render ->> 0
   where not exists (
     select from jsonb_each_text(choice.options) as chosen (key, value)
     where (asked -> 'selectedOptions') ? chosen.key and asked -> 'selectedOptions' ->> chosen.key <> chosen.value
   )
   order by line.place, (asked -> 'selectedOptions') @> choice.options desc,
     (select count(*) from jsonb_object_keys(choice.options)) desc, listed.nth`,
  { place: integer, fact: json() },
);

export const shownRenders = (lines: readonly LineToShow[]): Asked<ShownRow> => SHOWN.with(JSON.stringify(lines));

export const renderOf = ({ fact }: ShownRow): Render => RenderChanged.fromJSON(fact).render!;
