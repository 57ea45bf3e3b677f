import type { UpdateSellerProfileBody, WaitlistInvitation } from '@estampa/client';
import type { Api } from './api.ts';

export type Credentials = { email: string; password: string };

export async function signIn(api: Api, { email, password }: Credentials): Promise<Api> {
  const person = api.as(null);
  await person.client.logIn({ body: { email, password } });
  return person;
}

/** An artist joins the waitlist, and an admin invites them. */
export async function inviteSeller(
  api: Api,
  admin: Api,
  { email, name }: { email: string; name: string },
): Promise<WaitlistInvitation> {
  const entry = await api.client.joinWaitlist({
    body: {
      email,
      name,
      portfolioUrl: 'https://example.com/portfolio',
      message: 'Demonstration data: an artist who does not exist.',
    },
  });
  return admin.client.inviteWaitlistEntry({ id: entry.id });
}

export type Store = UpdateSellerProfileBody;

/** The invited artist signs up and names the store. */
export async function signUpSeller(api: Api, inviteToken: string, password: string, store: Store): Promise<Api> {
  const seller = api.as(null);
  await seller.client.signUpSeller({ body: { token: inviteToken, password } });
  await seller.client.updateSellerProfile({ body: store });
  return seller;
}

// A well-known example number: its check digits are valid and it is assigned to no one here.
const EXAMPLE_CPF = '529.982.247-25';

/** A customer signs up and adds the document that checkout requires. */
export async function signUpCustomer(
  api: Api,
  { email, password, name }: Credentials & { name: string },
): Promise<Api> {
  const customer = api.as(null);
  await customer.client.signUp({ body: { email, password, name } });
  await customer.client.updateOwnUser({
    body: { documentType: 'cpf', documentNumber: EXAMPLE_CPF, whatsapp: '+5511987654321' },
  });
  return customer;
}
