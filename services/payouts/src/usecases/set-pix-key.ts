import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { auditChanges, recordAudit } from '@estampa/kit/service/audit';
import type { Context } from '../context.ts';
import { pixKeys } from '../db/pix-key-repository.ts';
import { choosePixKey, type SellerPixKey } from '../domain/pix-key.ts';
import { ownSeller } from './own-seller.ts';

type SetPixKey = { kind: string; pixKey: string };

/** Replaces the caller's Pix key. The one before stays, ended, beside what it was used for. */
export function setPixKey(context: Context, { kind, pixKey }: SetPixKey): TransactionBody<SellerPixKey> {
  const { userId: setBy, sellerProfileId } = ownSeller(context);
  return async (tx) => {
    const current = await pixKeys.lock(tx, sellerProfileId);
    const chosen = choosePixKey(current, { sellerProfileId, setBy, kind, key: pixKey }, context.now());
    if (!chosen) return current!;
    if (current) pixKeys.saveEnded(tx, current.id, chosen.setAt);
    pixKeys.insert(tx, chosen);
    const changes = auditChanges<Partial<SellerPixKey>>(current ?? {}, chosen, {
      shown: ['kind', 'usableFrom'],
      hidden: ['key'],
    });
    recordAudit(tx, { action: 'pix_key_set', subject: `seller_profile:${sellerProfileId}`, changes });
    return chosen;
  };
}
