import { type AuditChange, recordAudit } from '@estampa/kit/service/audit';
import type { EntityManager } from '@mikro-orm/postgresql';

/** Writes down who changed a template. */
export const auditTemplate = (
  tx: EntityManager,
  action: 'template_created' | 'template_updated' | 'template_deactivated' | 'template_image_completed',
  id: string,
  changes: readonly AuditChange[] = [],
): void => recordAudit(tx, { action, subject: `template:${id}`, changes });
