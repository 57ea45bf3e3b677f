import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { recordAudit } from '@estampa/kit/service/audit';
import type { Context } from '../context.ts';
import { pixKeys } from '../db/pix-key-repository.ts';
import { endOfPixKey } from '../domain/pix-key.ts';
import { ownSeller } from './own-seller.ts';

/** Ends the caller's Pix key; what comes later waits for another one. */
export function deletePixKey(context: Context): TransactionBody<void> {
  const { sellerProfileId } = ownSeller(context);
  return async (tx) => {
    const current = await pixKeys.lock(tx, sellerProfileId);
    if (!current) return;
    pixKeys.saveEnded(tx, current.id, endOfPixKey(current, context.now()));
    recordAudit(tx, { action: 'pix_key_deleted', subject: `seller_profile:${sellerProfileId}` });
  };
}
