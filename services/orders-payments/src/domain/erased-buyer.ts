import { DELETED_USER, erasedEmail } from '@estampa/kernel/deleted-user';
import type { Address } from './order.ts';

type Buyer = { email: string; fullName: string; phone: string | null; shipping: Address };

/** The data that stays of a deleted account's buyer: the places that taxes depend on, and nothing that identifies the buyer. */
export const erasedBuyer = (userId: string, { city, state, country }: Address): Buyer => ({
  email: erasedEmail(userId),
  fullName: DELETED_USER,
  phone: null,
  shipping: { cep: '', street: '', number: '', neighborhood: '', city, state, country },
});
