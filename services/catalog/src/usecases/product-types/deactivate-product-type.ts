import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { updateProductType } from './update-product-type.ts';

/** Hides the type from sellers; what is on sale stays on sale. */
export const deactivateProductType = (context: Context, { id }: { id: string }): TransactionBody<unknown> =>
  updateProductType(context, { id, wanted: { isActive: false } });
