import { mockupOf } from '@estampa/kernel/mockup-name';
import { newId } from '@estampa/kernel/ids';
import { toRecord } from '@estampa/kit/postgres/rows';
import { json, nullable, text } from '@estampa/kit/postgres/columns';
import { pipeline, type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { render, type RenderRow } from './tables/render.ts';

type Pair = Pick<RenderRow, 'artworkId' | 'templateId'>;
type Wanted = Pair & Pick<RenderRow, 'artworkVersion' | 'placement' | 'widthPx' | 'heightPx'>;

/** The latest renders of artworks on templates. */
export const renders = {
  /** The key of the image that the pair's render records, where there is one; to be pipelined with other queries. */
  imageKey: ({ artworkId, templateId }: Pair): Query<{ key: string }> => IMAGE_KEY.with(artworkId, templateId),

  /** To be pipelined with other queries. */
  lock: (artworkId: string | null, templateId: string): Query<RenderRow> => LOCK.with(artworkId, templateId),

  /**
   * The pair's render, and what its template shows. They are locked until the transaction ends, and so are its artworks: a transaction
   * that gives it another file, or the template another revision, comes before this one, or finds what it recorded.
   */
  async lockWithOptions(
    tx: EntityManager,
    { artworkId, templateId }: Pair,
  ): Promise<{ render: RenderRow; options: Record<string, string> | null }> {
    const mockup = mockupOf(templateId);
    const [[found], [template]] = await pipeline(
      tx,
      LOCK.with(artworkId, templateId),
      OPTIONS.with(mockup.templateId),
      LOCK_ARTWORKS.with([artworkId, ...mockup.others.map((other) => other.artworkId)]),
    );
    return { render: found!, options: template?.options ?? null };
  },

  /** Those of an artwork on some templates that were not removed, whatever else they show. */
  lockAll: (tx: EntityManager, artworkId: string, templateIds: readonly string[]): Promise<RenderRow[]> =>
    LOCK_ALL.all(tx, [artworkId, templateIds]),

  /** The pair's first render, locked until the transaction ends; that of another transaction, where it was quicker. */
  async insert(tx: EntityManager, wanted: Wanted, now: Date): Promise<RenderRow> {
    const [, [found]] = await pipeline(
      tx,
      INSERT.with(toRecord(pendingRender(wanted, newId(), now))),
      LOCK.with(wanted.artworkId, wanted.templateId),
    );
    return found!;
  },

  /** Whether the lease is still there to be renewed. */
  renewLease: async (
    em: EntityManager,
    { artworkId, templateId, leaseId }: Pair & { leaseId: string },
    until: Date,
  ): Promise<boolean> => (await RENEW_LEASE.first(em, [artworkId, templateId, leaseId, until])) !== undefined,

  /** Written with the commit. */
  save: (tx: EntityManager, row: RenderRow): void => SAVE.onCommit(tx, [toRecord(row)]),

  /** To be pipelined with other writes. */
  saveNow: (row: RenderRow): Query<object> => SAVE.with(toRecord(row)),
};

/** A render without an image, of which nothing was made yet. */
export const pendingRender = (
  { artworkId, templateId, artworkVersion, placement, widthPx, heightPx }: Wanted,
  renderId: string,
  createdAt: Date,
): RenderRow => ({
  artworkId,
  templateId,
  id: renderId,
  status: 'pending',
  artworkVersion,
  templateRevision: null,
  inputHash: null,
  key: null,
  colours: null,
  placement,
  printArea: null,
  others: null,
  otherArtworkIds: [...new Set(mockupOf(templateId).others.map((other) => other.artworkId))],
  widthPx,
  heightPx,
  error: null,
  leaseId: null,
  leaseUntil: null,
  isDeleted: false,
  version: 0,
  createdAt,
});

const { artworkId: _artworkId, templateId: _templateId, id: _id, ...CHANGEABLE } = render.columns;

const IMAGE_KEY = statement(
  'select key from render where artwork_id = $1 and template_id = $2 and key is not null and not is_deleted',
  { key: text },
);
const LOCK = render.select('r', 'where r.artwork_id = $1 and r.template_id = $2 for update');
const LOCK_ALL = render.select(
  'r',
  `where r.artwork_id = $1 and split_part(r.template_id, '.', 1) = any($2::text[]) and not r.is_deleted order by r.template_id for update`,
);
const OPTIONS = statement('select options from template where id = $1 for share', {
  options: nullable(json<Record<string, string>>()),
});
const LOCK_ARTWORKS = statement('select id from artwork where id = any($1::uuid[]) order by id for share', {
  id: text,
});

const RENEW_LEASE = statement(
  'update render set lease_until = $4 where artwork_id = $1 and template_id = $2 and lease_id = $3 returning id',
  { id: text },
);

const INSERT = statement(`${render.insertRecord('$1')} on conflict do nothing`, {});
const SAVE = statement(render.updateRecord('$1', CHANGEABLE), {});
