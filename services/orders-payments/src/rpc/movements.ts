import type { MovementServiceService } from '@estampa/contracts/orders/v1/movement';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { movementMessage } from '../messages/movement.ts';
import { listUnmatchedMovements } from '../usecases/reconciliation/list-unmatched-movements.ts';

export const movements: Handlers<typeof MovementServiceService, Context> = {
  async listUnmatchedMovements(context, { page }) {
    const { movements: rows, total } = await listUnmatchedMovements(context, page);
    return { movements: rows.map(movementMessage), total };
  },
};
