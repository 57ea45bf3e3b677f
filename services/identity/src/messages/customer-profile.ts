import type { CustomerProfile } from '@estampa/contracts/identity/v1/customer_profile';
import type { Whole } from '@estampa/kernel/whole';
import type { CustomerProfile as CustomerProfileRow } from '../db/customer-profile.ts';

export const customerProfileMessage = ({ id, userId, createdAt }: CustomerProfileRow): Whole<CustomerProfile> => ({
  id,
  userId,
  createdAt,
});
