import type { CustomerProfile } from '@estampa/contracts/identity/v1/customer_profile';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { CustomerProfileRow } from '../db/tables/customer-profile.ts';

export const customerProfileMessage = ({ id, userId, createdAt }: CustomerProfileRow): AllFields<CustomerProfile> => ({
  id,
  userId,
  createdAt,
});
