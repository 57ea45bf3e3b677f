import { notFound } from '@estampa/kernel/errors';
import type { Context } from '../context.ts';
import { pixKeys } from '../db/pix-key-repository.ts';
import type { SellerPixKey } from '../domain/pix-key.ts';
import { ownSeller } from './own-seller.ts';

export async function getPixKey(context: Pick<Context, 'em' | 'caller'>): Promise<SellerPixKey> {
  const { sellerProfileId } = ownSeller(context);
  const found = await pixKeys.find(context.em, sellerProfileId);
  if (!found) throw notFound('pix key', sellerProfileId);
  return found;
}
