import { TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import { announce } from '@estampa/kit/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { TemplateRow } from '../db/template.entity.ts';
import { templateMessage } from '../messages/template.ts';

/** Tells the whole template. The version grows by the caller. */
export const announceTemplate = (tx: EntityManager, type: string, row: TemplateRow): void =>
  announce(tx, 'catalog.v1', TemplateChanged, {
    type,
    key: `template:${row.id}`,
    message: { template: templateMessage(row), version: row.version },
  });
