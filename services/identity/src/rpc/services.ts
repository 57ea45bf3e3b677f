import { AuthServiceService } from '@estampa/contracts/identity/v1/auth';
import { CustomerProfileServiceService } from '@estampa/contracts/identity/v1/customer_profile';
import { OrderEmailServiceService } from '@estampa/contracts/identity/v1/order_email';
import { SellerProfileServiceService } from '@estampa/contracts/identity/v1/seller_profile';
import { UserServiceService } from '@estampa/contracts/identity/v1/user';
import { WaitlistServiceService } from '@estampa/contracts/identity/v1/waitlist';
import { implement } from '@estampa/kit/rpc/server';
import { auth } from './auth.ts';
import { customerProfiles } from './customer-profiles.ts';
import { orderEmails } from './order-emails.ts';
import { sellerProfiles } from './seller-profiles.ts';
import { users } from './users.ts';
import { waitlist } from './waitlist.ts';

/** All calls that this service handles. */
export const services = [
  implement(AuthServiceService, auth),
  implement(UserServiceService, users),
  implement(CustomerProfileServiceService, customerProfiles),
  implement(SellerProfileServiceService, sellerProfiles),
  implement(WaitlistServiceService, waitlist),
  implement(OrderEmailServiceService, orderEmails),
];
