import type { UserServiceService } from '@estampa/contracts/identity/v1/identity';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { buyerMessage, userMessage } from '../messages/user.ts';
import { getBuyer } from '../usecases/get-buyer.ts';
import { getUser } from '../usecases/get-user.ts';
import { updateUser } from '../usecases/update-user.ts';
import { changesIn } from './changes.ts';

const CHANGEABLE = ['name', 'documentType', 'documentNumber', 'whatsapp'] as const;

export const users: Handlers<typeof UserServiceService, Context> = {
  async getUser(context, { id }) {
    return { user: userMessage(await getUser(context, id)) };
  },

  async updateUser(context, request) {
    const changes = changesIn(request, request.updateMask, CHANGEABLE);
    return { user: userMessage(await updateUser(context, { id: request.id, ...changes })) };
  },

  async getBuyer(context, { userId }) {
    return { buyer: buyerMessage(await getBuyer(context, userId)) };
  },
};
