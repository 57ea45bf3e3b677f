import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeUser } from '@estampa/kit/caller';
import { nullable, statement, text } from '@estampa/kit/statement';
import type { Context } from '../context.ts';
import type { BuyerFacts } from '../domain/account.ts';

/** The buyer with the whole document number. */
export async function getBuyer({ em, caller }: Context, userId: string): Promise<BuyerFacts> {
  mustBeUser(caller, userId);
  const buyer = isUuid(userId) ? await BUYER.first(em, [userId]) : undefined;
  if (!buyer) throw notFound('user', userId);
  return buyer;
}

const BUYER = statement(
  `select id, name, email, whatsapp, document_type as "documentType", document_number as "documentNumber"
   from user_account where id = $1`,
  {
    id: text,
    name: text,
    email: text,
    whatsapp: nullable(text),
    documentType: nullable(text),
    documentNumber: nullable(text),
  },
);
