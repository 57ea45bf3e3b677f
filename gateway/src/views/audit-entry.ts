import type { AuditChange, AuditEntry } from '@estampa/contracts/common/v1/audit';
import { SERVICE_NAMES, type ServiceName } from '@estampa/kernel/topics';
import { z } from 'zod';
import { id, iso, timestamp } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const ServiceNameJson = z.enum(SERVICE_NAMES as [ServiceName, ...ServiceName[]]).meta({ id: 'ServiceName' });

const AuditChangeJson = z
  .object({
    field: z.string().describe('What was changed'),
    before: z.unknown().optional().describe('Its value until then; left out where it is secret or personal'),
    after: z.unknown().optional().describe('Its value from then on; left out where it is secret or personal'),
  })
  .meta({ id: 'AuditChange', description: 'One field; without values where they are secret or personal' });

export const AuditEntryJson = z
  .object({
    id,
    service: ServiceNameJson.describe('Where it was done'),
    occurredAt: timestamp.describe('When it was done'),
    actorId: z
      .string()
      .nullable()
      .describe('A user, or the service or job that acted by itself; null when no user was signed in'),
    actorRole: z.string().describe('admin, seller, customer, service or anonymous'),
    action: z.string().describe('Past tense, such as `user_suspended`'),
    subject: z.string().describe('Kind and id of what was acted on, such as `user:<id>`'),
    requestId: z.string().describe('As in the response’s `X-Request-Id`, in logs and in traces'),
    changes: z.array(AuditChangeJson).describe('What it changed; empty where nothing of the record itself changed'),
  })
  .meta({ id: 'AuditEntry' });

export const auditEntryView = (service: ServiceName, entry: AuditEntry): View<AuditEntry, typeof AuditEntryJson> => ({
  id: entry.id,
  service,
  occurredAt: iso(entry.occurredAt!),
  actorId: entry.actorId ?? null,
  actorRole: entry.actorRole,
  action: entry.action,
  subject: entry.subject,
  requestId: entry.requestId,
  changes: entry.changes.map(changeView),
});

const changeView = ({ field, before, after }: AuditChange): z.input<typeof AuditChangeJson> => ({
  field,
  ...(before && { before: JSON.parse(Buffer.from(before).toString()) }),
  ...(after && { after: JSON.parse(Buffer.from(after).toString()) }),
});
