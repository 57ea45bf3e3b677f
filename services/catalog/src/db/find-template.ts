import { notFound } from '@estampa/kernel/errors';
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
