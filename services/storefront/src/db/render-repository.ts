import { RenderChanged } from '@estampa/contracts/media/v1/events';
import type { Render } from '@estampa/contracts/media/v1/render';
import { isUuid } from '@estampa/kernel/ids';
import { integer, json } from '@estampa/kit/postgres/columns';
import { type Query, statement } from '@estampa/kit/postgres/statement';

export type LineToShow = {
  sellerProductId: string;
  sellerProductVariantId: string;
  selectedOptions: Record<string, string>;
};
type ShownRow = { place: number; state: unknown };

/**
 * The render of the first surface that the page shows first for a SKU in the chosen options: one that shows another value of an option is skipped; one
 * that shows more of the chosen values comes before one that leaves them open. `limit 1` avoids full scans, since PostgreSQL
 * estimates a hundred elements for every array.
 */
const SHOWN = statement(
  `select distinct on (line.place) (line.place - 1)::int as place, render.fact as state
   from jsonb_array_elements($1::jsonb) with ordinality as line (asked, place)
   cross join lateral (
     select artwork_id, page_skus::jsonb as list from store_product where id = (asked ->> 'sellerProductId')::uuid limit 1
   ) page
   cross join lateral (
     select sku from jsonb_array_elements(page.list -> 'skus') as sku
     where sku ->> 0 = asked ->> 'sellerProductVariantId'
   ) found
   cross join lateral jsonb_array_elements_text(found.sku -> 5) with ordinality as listed (render, nth)
   cross join lateral (select page.list -> 'renders' -> listed.render::int as render) shown
   cross join lateral (select coalesce(nullif(shown.render -> 2, 'null'), '{}') as options) choice
   cross join lateral (
     select fact from render where artwork_id = page.artwork_id and template_id = shown.render ->> 0 limit 1
   ) render
   where not exists (
     select from template other where other.id = shown.render ->> 0 and other.surface is not null
   ) and not exists (
     select from jsonb_each_text(choice.options) as chosen (key, value)
     where (asked -> 'selectedOptions') ? chosen.key and asked -> 'selectedOptions' ->> chosen.key <> chosen.value
   )
   order by line.place, (asked -> 'selectedOptions') @> choice.options desc,
     (select count(*) from jsonb_object_keys(choice.options)) desc, listed.nth`,
  { place: integer, state: json() },
);

export const renders = {
  /** The query for the first render of each line, by the line's position; decoded by `renderOf`. */
  shownOf: (lines: readonly LineToShow[]): Query<ShownRow> =>
    SHOWN.with(JSON.stringify(lines.map((line) => (isUuid(line.sellerProductId) ? line : {})))),
};

export const renderOf = ({ state }: ShownRow): Render => RenderChanged.fromJSON(state).render!;
