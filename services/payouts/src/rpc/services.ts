import { PayoutServiceService } from '@estampa/contracts/payouts/v1/payouts';
import { implement } from '@estampa/kit/rpc/server';
import { payouts } from './payouts.ts';

/** Everything that this service answers. */
export const services = [implement(PayoutServiceService, payouts)];
