import { statement, text } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const RENEW = statement(
  `update render set lease_until = $4, pending_hash = $5 where artwork_id = $1 and template_id = $2 and lease_id = $3
   returning template_id as id`,
  { id: text },
);

type Work = { artworkId: string; templateId: string; leaseId: string; inputHash: string };

/** Before a picture is stored: says which, and for how long nobody else may. False when another has taken over. */
export const renewLease = async (
  em: EntityManager,
  { artworkId, templateId, leaseId, inputHash }: Work,
  until: Date,
): Promise<boolean> => (await RENEW.first(em, [artworkId, templateId, leaseId, until, inputHash])) !== undefined;
