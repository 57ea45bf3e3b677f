import type { CustomerProfile } from '@estampa/contracts/identity/v1/customer_profile';
import { z } from 'zod';
import { replyWith, route } from './route.ts';
import { id, iso, timestamp } from './schemas.ts';
import type { View } from '../views/view.ts';

export const CustomerProfileJson = z
  .object({
    id,
    userId: id.describe('The account that it makes a customer'),
    createdAt: timestamp.describe('When it was first opened'),
  })
  .meta({ id: 'CustomerProfile' });

export const customerProfileRoutes = [
  route({
    name: 'createCustomerProfile',
    method: 'post',
    path: '/profiles/customer/me',
    auth: 'user',
    summary: 'Become a customer',
    description: 'A repeated request returns 200 with the existing profile.',
    status: 201,
    statusWhenRepeated: 200,
    response: CustomerProfileJson,
    async handle({ caller, clients }) {
      const { profile, created } = await clients.customerProfiles.createCustomerProfile({ userId: caller.userId });
      const view = customerProfileView(profile!);
      return created ? view : replyWith(200, view);
    },
  }),

  route({
    name: 'deleteCustomerProfile',
    method: 'delete',
    path: '/profiles/customer/me',
    auth: 'user',
    summary: 'Be a customer no more',
    description: 'The last role stays.',
    status: 204,
    errors: { 400: ['last_role'], 404: ['not_found'] },
    async handle({ caller, clients }) {
      await clients.customerProfiles.deleteCustomerProfile({ userId: caller.userId });
    },
  }),
];

export const customerProfileView = (profile: CustomerProfile): View<CustomerProfile, typeof CustomerProfileJson> => ({
  id: profile.id,
  userId: profile.userId,
  createdAt: iso(profile.createdAt!),
});
