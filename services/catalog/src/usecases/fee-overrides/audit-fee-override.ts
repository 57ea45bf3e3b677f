import { alreadyExists } from '@estampa/kernel/errors';
import { auditChanges, recordAudit } from '@estampa/kit/service/audit';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FeeOverrideRow } from '../../db/tables/fee-override.ts';

const AUDITED = ['sellerProfileId', 'productTypeId', 'platformFeeBasisPoints', 'startsAt', 'endsAt'] as const;

/** Writes down what an admin agreed on; of a new one all of it. */
export const auditFeeOverride = (
  tx: EntityManager,
  action: string,
  after: FeeOverrideRow,
  before: Partial<FeeOverrideRow> = {},
): void =>
  recordAudit(tx, {
    action,
    subject: `fee_override:${after.id}`,
    changes: auditChanges(before as FeeOverrideRow, after, { shown: AUDITED }),
  });

export const overlapping = () =>
  alreadyExists('Another fee was agreed with this seller for the same product types and some of the same time');
