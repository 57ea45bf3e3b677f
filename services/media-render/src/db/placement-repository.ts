import type { Page } from '@estampa/kernel/page';
import { selected, takenFrom, toRecords } from '@estampa/kit/postgres/rows';
import { integer } from '@estampa/kit/postgres/columns';
import { pipeline, type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { placement, type PlacementRow } from './tables/placement.ts';

/** Where artworks lie on templates. */
export const placements = {
  find: (em: EntityManager, artworkId: string, templateIds: readonly string[]): Promise<PlacementRow[]> =>
    ON_TEMPLATES.all(em, [artworkId, templateIds]),

  /** What was changed last first, with the number of all. */
  async findPage(em: EntityManager, artworkId: string, { skip, limit }: Page): Promise<[PlacementRow[], number]> {
    const [rows, [counted]] = await pipeline(em, PAGE.with(artworkId, skip, limit), COUNT.with(artworkId));
    return [rows, counted!.total];
  },

  /** Of several artworks, both lists as JSON; to be pipelined with other queries. */
  findAll: (artworkIds: string, templateIds: string): Query<PlacementRow> => OF_ARTWORKS.with(artworkIds, templateIds),

  /** New ones, or in place of those that are there; to be pipelined with other writes. */
  save: (rows: readonly PlacementRow[]): Query<object> => SAVE.with(toRecords(rows)),

  /** Written with the commit. */
  saveAll: (tx: EntityManager, rows: readonly PlacementRow[]): void => SAVE.onCommit(tx, [toRecords(rows)]),

  /** Lets an artwork stay as large as it was wherever it lies, as far as scales go; written with the commit. */
  saveScaled: (
    tx: EntityManager,
    artworkId: string,
    { factor, min, max, now }: { factor: number; min: number; max: number; now: Date },
  ): void => RESCALE.onCommit(tx, [artworkId, factor, min, max, now]),

  /** Those on further surfaces of the templates too; to be pipelined with other writes. */
  delete: (artworkId: string, templateIds: readonly string[]): Query<object> => DELETE.with(artworkId, templateIds),
};

const { artworkId: _artworkId, templateId: _templateId, ...CHANGEABLE } = placement.columns;

const ON_TEMPLATES = placement.select('p', 'where p.artwork_id = $1 and p.template_id = any($2::text[])');
// One artwork after the other, by the key: `offset 0` keeps it from being planned anew for each list.
const OF_ARTWORKS = statement(
  `select found.* from json_array_elements_text($1::json) as named (id) cross join lateral (
     select ${selected(placement.columns, 'p')} from placement p
     where p.artwork_id = named.id::uuid and p.template_id in (select json_array_elements_text($2::json)) offset 0
   ) as found`,
  placement.columns,
);
const PAGE = placement.select(
  'p',
  'where p.artwork_id = $1 order by p.updated_at desc, p.template_id offset $2 limit $3',
);
const COUNT = statement('select count(*) as total from placement where artwork_id = $1', { total: integer });

const SAVE = statement(
  `${placement.insertRecords('$1')} on conflict (artwork_id, template_id) do update
   set ${takenFrom('excluded', CHANGEABLE)}`,
  {},
);
const RESCALE = statement(
  `update placement set scale = least($4::float8, greatest($3::float8, scale * $2::float8)), updated_at = $5
   where artwork_id = $1`,
  {},
);
const DELETE = statement(
  `delete from placement where artwork_id = $1 and split_part(template_id, '.', 1) = any($2::text[])`,
  {},
);
