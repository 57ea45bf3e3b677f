import { newId } from '@estampa/kernel/ids';
import { selected } from '@estampa/kit/postgres/rows';
import { boolean, integer, json, nullable, type RowOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { SHOWN_OF_RENDER } from './render-columns.ts';
import type { RenderRow } from './render.entity.ts';

type Pair = Pick<RenderRow, 'artworkId' | 'templateId'>;
export type RenderData = RowOf<typeof COLUMNS>;

/** A row to lock, also for the first render of the pair. */
const ADD_PENDING = statement(
  `insert into render (artwork_id, template_id, id, status, artwork_version, placement, width_px, height_px, version, created_at)
   values ($1, $2, $3, 'pending', $4, $5::jsonb, $6, $7, 0, $8) on conflict do nothing`,
  {},
);

const COLUMNS = {
  ...SHOWN_OF_RENDER,
  templateRevision: nullable(integer),
  leaseId: nullable(text),
  leaseUntil: nullable(timestamp),
  isDeleted: boolean,
  version: integer,
};
export const LOCK_RENDER = statement(
  `select ${selected(COLUMNS, 'r')} from render as r where r.artwork_id = $1 and r.template_id = $2 for update`,
  COLUMNS,
);

type Wanted = Pair & Pick<RenderRow, 'artworkVersion' | 'placement' | 'widthPx' | 'heightPx'>;

/** The pair's first render, held until the transaction ends; somebody else's, where they were quicker. */
export async function addRender(tx: EntityManager, wanted: Wanted, now: Date): Promise<RenderData> {
  const { artworkId, templateId, artworkVersion, placement, widthPx, heightPx } = wanted;
  const [, [render]] = await pipeline(
    tx,
    ADD_PENDING.with(artworkId, templateId, newId(), artworkVersion, JSON.stringify(placement), widthPx, heightPx, now),
    LOCK_RENDER.with(artworkId, templateId),
  );
  return render!;
}

const OPTIONS = statement('select options from template where id = $1 for share', {
  options: json<Record<string, string> | null>(),
});
const LOCK_ARTWORK = statement('select id from artwork where id = $1 for share', { id: text });

/**
 * The pair's render, and what its template shows. They are held until the transaction ends, and so is the artwork: whoever gives
 * it another file, or the template another revision, comes before this, or finds what was recorded.
 */
export async function lockRender(tx: EntityManager, { artworkId, templateId }: Pair) {
  const [[render], [template]] = await pipeline(
    tx,
    LOCK_RENDER.with(artworkId, templateId),
    OPTIONS.with(templateId),
    LOCK_ARTWORK.with(artworkId),
  );
  return { render: render!, options: template?.options ?? null };
}

const IMAGE_KEY = statement(
  'select key from render where artwork_id = $1 and template_id = $2 and key is not null and not is_deleted',
  { key: text },
);

/** The key of the image that the pair's render records; null where there is none. */
export const currentImageKey = async (em: EntityManager, { artworkId, templateId }: Pair): Promise<string | null> =>
  (await IMAGE_KEY.first(em, [artworkId, templateId]))?.key ?? null;

const SAVE = statement(
  `update render set status = $3, artwork_version = $4, template_revision = $5, input_hash = $6, key = $7,
     placement = $8::jsonb, print_area = $9::jsonb, width_px = $10, height_px = $11, error = $12, lease_id = $13,
     lease_until = $14, is_deleted = $15, version = $16, created_at = $17
   where artwork_id = $1 and template_id = $2`,
  {},
);

/** Goes out with the commit. */
export const saveRender = (tx: EntityManager, render: RenderData): void =>
  SAVE.onCommit(tx, [
    render.artworkId,
    render.templateId,
    render.status,
    render.artworkVersion,
    render.templateRevision,
    render.inputHash,
    render.key,
    JSON.stringify(render.placement),
    render.printArea && JSON.stringify(render.printArea),
    render.widthPx,
    render.heightPx,
    render.error,
    render.leaseId,
    render.leaseUntil,
    render.isDeleted,
    render.version,
    render.createdAt,
  ]);
