import { isUuid } from '@estampa/kernel/ids';
import { notFound } from '@estampa/kernel/errors';
import { changedSince, type PageRequest } from '@estampa/kernel/page';
import { toRecord } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { artwork, type ArtworkRow } from './tables/artwork.ts';

type Part = { updatedSince?: Date | undefined; page?: PageRequest };

export const artworks = {
  /** To be shown. */
  async find(em: EntityManager, id: string): Promise<ArtworkRow> {
    const row = await artworks.findIfKnown(em, id);
    if (!row) throw notFound('artwork', id);
    return row;
  },

  findIfKnown: async (em: EntityManager, id: string): Promise<ArtworkRow | null> =>
    (isUuid(id) && (await BY_ID.first(em, [id]))) || null,

  /** Those that are known. */
  findAll: (em: EntityManager, ids: readonly string[]): Promise<ArtworkRow[]> => BY_IDS.all(em, [ids.filter(isUuid)]),

  /** Newest first, or what changed since an instant with the latest change last; with the number of all. */
  findPage(em: EntityManager, sellerProfileId: string, { updatedSince, page }: Part): Promise<[ArtworkRow[], number]> {
    const { changed, window } = changedSince(updatedSince, page);
    return em.findAndCount(artwork.Row, { sellerProfileId, ...changed }, window);
  },

  hasSlug: async (em: EntityManager, sellerProfileId: string, slug: string): Promise<boolean> =>
    (await OF_SLUG.first(em, [sellerProfileId, slug])) !== undefined,

  /** Those of a seller that are like `pattern`, but for the slug of one artwork. */
  findSlugs: async (
    tx: EntityManager,
    { sellerProfileId, pattern, otherThan }: { sellerProfileId: string; pattern: string; otherThan: string },
  ): Promise<Set<string>> =>
    new Set((await SLUGS.all(tx, [sellerProfileId, pattern, otherThan])).map(({ slug }) => slug)),

  /** One at a time chooses among the slugs of a seller. */
  lockSlugs: (tx: EntityManager, sellerProfileId: string): Promise<unknown> => LOCK_SLUGS.all(tx, [sellerProfileId]),

  lock: async (tx: EntityManager, id: string): Promise<ArtworkRow | null> =>
    (isUuid(id) && (await LOCK.first(tx, [id]))) || null,

  /** No other transaction gives it another file until this one ends. */
  lockShared: async (tx: EntityManager, id: string): Promise<ArtworkRow> => (await LOCK_SHARED.first(tx, [id]))!,

  /** Written with the commit. */
  insert: (tx: EntityManager, row: ArtworkRow): void => INSERT.onCommit(tx, [toRecord(row)]),

  /** Written with the commit. */
  save: (tx: EntityManager, row: ArtworkRow): void => SAVE.onCommit(tx, [toRecord(row)]),
};

const { id, sellerProfileId: _sellerProfileId, createdAt: _createdAt, ...CHANGEABLE } = artwork.columns;
const { slug } = CHANGEABLE;

const BY_ID = artwork.select('a', 'where a.id = $1');
const BY_IDS = artwork.select('a', 'where a.id = any($1::uuid[])');
const LOCK = artwork.select('a', 'where a.id = $1 for update');
const LOCK_SHARED = artwork.select('a', 'where a.id = $1 for share');

const OF_SLUG = statement('select id from artwork where seller_profile_id = $1 and slug = $2', { id });
const SLUGS = statement('select slug from artwork where seller_profile_id = $1 and slug like $2 and id <> $3', {
  slug,
});
const LOCK_SLUGS = statement(
  `select 1 as locked from (select pg_advisory_xact_lock(hashtextextended($1::uuid::text, 0))) as lock`,
  {},
);

const INSERT = statement(artwork.insertRecord('$1'), {});
const SAVE = statement(artwork.updateRecord('$1', CHANGEABLE), {});
