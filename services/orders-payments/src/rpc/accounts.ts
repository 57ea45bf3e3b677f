import type { AccountServiceService } from '@estampa/contracts/orders/v1/account';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { countOpenOrders } from '../usecases/orders/count-open-orders.ts';

export const accounts: Handlers<typeof AccountServiceService, Context> = { countOpenOrders };
