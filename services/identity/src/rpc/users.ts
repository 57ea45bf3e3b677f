import type { User, UserServiceService } from '@estampa/contracts/identity/v1/identity';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { maskDocument } from '../domain/document.ts';
import { getBuyer } from '../usecases/get-buyer.ts';
import { getUser, type UserWithProfile } from '../usecases/get-user.ts';
import { updateUser } from '../usecases/update-user.ts';
import { changesIn } from './changes.ts';

const CHANGEABLE = ['name', 'documentType', 'documentNumber', 'whatsapp'] as const;

export const users: Handlers<typeof UserServiceService, Context> = {
  async getUser(ctx, { id }) {
    return { user: userMessage(await getUser(ctx, id)) };
  },

  async updateUser(ctx, request) {
    const changes = changesIn(request, request.updateMask, CHANGEABLE);
    return { user: userMessage(await updateUser(ctx, { id: request.id, ...changes })) };
  },

  async getBuyer(ctx, { userId }) {
    const { id, name, email, whatsapp, documentType, documentNumber } = await getBuyer(ctx, userId);
    return {
      buyer: {
        userId: id,
        name,
        email,
        whatsapp: whatsapp ?? undefined,
        documentType: documentType ?? undefined,
        documentNumber: documentNumber ?? undefined,
      },
    };
  },
};

const userMessage = ({ user, sellerProfileId }: UserWithProfile): User => ({
  id: user.id,
  email: user.email,
  name: user.name,
  status: user.status,
  roles: user.roles,
  createdAt: user.createdAt,
  documentType: user.documentType ?? undefined,
  maskedDocumentNumber: user.documentNumber ? maskDocument(user.documentNumber) : undefined,
  whatsapp: user.whatsapp ?? undefined,
  sellerProfileId: sellerProfileId ?? undefined,
});
