import { DELETED_USER, erasedEmail } from '@estampa/kernel/deleted-user';
import type { Address } from './order.ts';

type Buyer = { email: string; fullName: string; phone: string | null; shipping: Address };

/** What stays of a buyer whose account was deleted: where goods went, as far as taxes depend on it, and nothing of whom to. */
export const erasedBuyer = (userId: string, { city, state, country }: Address): Buyer => ({
  email: erasedEmail(userId),
  fullName: DELETED_USER,
  phone: null,
  shipping: { cep: '', street: '', number: '', neighborhood: '', city, state, country },
});
