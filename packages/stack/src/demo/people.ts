import type { Api, Json } from './api.ts';

export type Credentials = { email: string; password: string };

export async function signIn(api: Api, { email, password }: Credentials): Promise<Api> {
  const { accessToken } = await api.post('/auth/login', { email, password });
  return api.as(accessToken);
}

/** An artist asks to take part; an admin invites. */
export async function inviteSeller(api: Api, admin: Api, artist: { email: string; name: string }): Promise<Json> {
  const entry = await api.post('/waitlist', {
    ...artist,
    portfolioUrl: 'https://example.com/portfolio',
    message: 'Demonstration data: an artist who does not exist.',
  });
  return admin.post(`/waitlist/${entry.id}/invite`);
}

/** The invited artist signs up and names the store. */
export async function signUpSeller(api: Api, inviteToken: string, password: string, store: object): Promise<Api> {
  const { accessToken } = await api.post('/auth/signup/seller', { token: inviteToken, password });
  const seller = api.as(accessToken);
  await seller.patch('/profiles/seller/me', store);
  return seller;
}

// A well-known example number: its check digits are right and it belongs to nobody here.
const EXAMPLE_CPF = '529.982.247-25';

/** A customer signs up and adds the document that checkout asks for. */
export async function signUpCustomer(api: Api, person: Credentials & { name: string }): Promise<Api> {
  const { accessToken } = await api.post('/auth/signup', person);
  const customer = api.as(accessToken);
  await customer.patch('/users/me', { documentType: 'cpf', documentNumber: EXAMPLE_CPF, whatsapp: '+5511987654321' });
  return customer;
}
