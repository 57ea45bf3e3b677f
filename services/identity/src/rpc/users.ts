import type { UpdateUserRequest, UserServiceService } from '@estampa/contracts/identity/v1/user';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import { changesIn, type UpdateFields } from '@estampa/kit/rpc/update-mask';
import type { Context } from '../context.ts';
import { buyerMessage, userMessage } from '../messages/user.ts';
import { activateUser } from '../usecases/users/activate-user.ts';
import { addRole } from '../usecases/users/add-role.ts';
import { customerProfileMessage } from '../messages/customer-profile.ts';
import { sellerProfileMessage } from '../messages/seller-profile.ts';
import { waitlistEntryMessage } from '../messages/waitlist-entry.ts';
import { createUser } from '../usecases/users/create-user.ts';
import { deleteUser } from '../usecases/users/delete-user.ts';
import { exportUser } from '../usecases/users/export-user.ts';
import { getBuyer } from '../usecases/users/get-buyer.ts';
import { getUser } from '../usecases/users/get-user.ts';
import { listUsers } from '../usecases/users/list-users.ts';
import { removeRole } from '../usecases/users/remove-role.ts';
import { suspendUser } from '../usecases/users/suspend-user.ts';
import { type UpdateUser, updateUser } from '../usecases/users/update-user.ts';

const FIELDS = {
  name: 'required',
  documentType: 'clearable',
  documentNumber: 'clearable',
  whatsapp: 'clearable',
} as const satisfies UpdateFields<UpdateUserRequest, 'id', UpdateUser>;

export const users: Handlers<typeof UserServiceService, Context> = {
  async getUser(context, { id }) {
    return { user: userMessage(await getUser(context, id)) };
  },

  updateUser: command(
    (context, request) => updateUser(context, { id: request.id, ...changesIn(request, FIELDS) }),
    (user) => ({ user: userMessage(user) }),
  ),

  createUser: command(createUser, (user) => ({ user: userMessage(user) })),

  async listUsers(context, request) {
    const { rows, ...rest } = await listUsers(context, request);
    return { users: rows.map(userMessage), ...rest };
  },

  suspendUser: command(
    (context, { id }) => suspendUser(context, id),
    (user) => ({ user: userMessage(user) }),
  ),

  activateUser: command(
    (context, { id }) => activateUser(context, id),
    (user) => ({ user: userMessage(user) }),
  ),

  addRole: command(addRole, (user) => ({ user: userMessage(user) })),

  removeRole: command(removeRole, (user) => ({ user: userMessage(user) })),

  deleteUser: command(deleteUser, () => ({})),

  async exportUser(context, { id }) {
    const { user, customerProfile, sellerProfile, sessions, waitlistEntry } = await exportUser(context, id);
    return {
      user: userMessage(user),
      customerProfile: customerProfile && customerProfileMessage(customerProfile),
      sellerProfile: sellerProfile ? sellerProfileMessage(sellerProfile) : undefined,
      sessions: sessions.map(({ revokedAt, ...session }) => ({ ...session, revokedAt: revokedAt ?? undefined })),
      waitlistEntry: waitlistEntry ? waitlistEntryMessage(waitlistEntry) : undefined,
    };
  },

  async getBuyer(context, { userId }) {
    return { buyer: buyerMessage(await getBuyer(context, userId)) };
  },
};
