import { type AuditChange, recordAudit } from '@estampa/kit/service/audit';
import type { EntityManager } from '@mikro-orm/postgresql';

/** Writes down who changed a template. */
export const auditTemplate = (
  tx: EntityManager,
  action: `template_${'created' | 'updated' | 'deactivated' | 'image_completed' | 'image_removed'}`,
  id: string,
  changes: readonly AuditChange[] = [],
): void => recordAudit(tx, { action, subject: `template:${id}`, changes });
