import { DomainError } from '@estampa/kernel/errors';

export const USER_STATUSES = ['active', 'inactive', 'suspended'] as const;
export const USER_ROLES = ['customer', 'seller', 'admin'] as const;

export type UserStatus = (typeof USER_STATUSES)[number];
export type UserRole = (typeof USER_ROLES)[number];

/** Who is behind a session at this moment. */
export type CallerNow = {
  userId: string;
  status: UserStatus;
  roles: UserRole[];
  sellerProfileId: string | null;
  sessionActive: boolean;
};

/** Only active accounts open sessions. */
export function mustBeActive(status: UserStatus): void {
  if (status === 'suspended')
    throw new DomainError('unauthenticated', 'account_suspended', 'This account is suspended');
  if (status === 'inactive') throw new DomainError('unauthenticated', 'account_inactive', 'This account is not active');
}
