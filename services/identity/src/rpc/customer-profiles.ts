import type { CustomerProfileServiceService } from '@estampa/contracts/identity/v1/customer_profile';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { customerProfileMessage } from '../messages/customer-profile.ts';
import { createCustomerProfile } from '../usecases/profiles/create-customer-profile.ts';
import { deleteCustomerProfile } from '../usecases/profiles/delete-customer-profile.ts';

export const customerProfiles: Handlers<typeof CustomerProfileServiceService, Context> = {
  createCustomerProfile: command(createCustomerProfile, ({ profile, created }) => ({
    profile: customerProfileMessage(profile),
    created,
  })),

  deleteCustomerProfile: command(deleteCustomerProfile, () => ({})),
};
