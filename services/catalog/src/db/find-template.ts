import { notFound } from '@estampa/kernel/errors';
import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { isTemplateId } from '../domain/template.ts';
import { TemplateRow } from './template.entity.ts';

export async function findTemplate(em: EntityManager, id: string): Promise<TemplateRow> {
  const row = isTemplateId(id) ? await em.findOne(TemplateRow, id) : null;
  if (!row) throw notFound('template', id);
  return row;
}

export async function lockTemplate(tx: EntityManager, id: string): Promise<TemplateRow> {
  const row = await tx.findOne(TemplateRow, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (!row) throw notFound('template', id);
  return row;
}

const LOCK_ID = statement('select pg_advisory_xact_lock(hashtextextended($1, 0))', {});
const FIND_SIMILAR = statement('select id from template where id like $1', { id: text });

/** The ids that begin with `beginning`; until the transaction ends, nobody else who wants the same id sees them. */
export async function lockSimilarIds(tx: EntityManager, wanted: string, beginning: string): Promise<Set<string>> {
  await LOCK_ID.all(tx, [wanted]);
  const similar = await FIND_SIMILAR.all(tx, [`${beginning}%`]);
  return new Set(similar.map(({ id }) => id));
}
