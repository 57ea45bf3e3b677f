import type { AuthServiceService } from '@estampa/contracts/identity/v1/auth';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { sessionEnded } from '../domain/rejections.ts';
import { callerMessage } from '../messages/caller.ts';
import { currentUserMessage } from '../messages/user.ts';
import { changePassword } from '../usecases/sessions/change-password.ts';
import { confirmPixKeyChange } from '../usecases/sessions/confirm-pix-key-change.ts';
import { endSession } from '../usecases/sessions/end-session.ts';
import { listCallers } from '../usecases/sessions/list-callers.ts';
import { listCurrentUsers } from '../usecases/users/list-current-users.ts';
import { listSessions } from '../usecases/sessions/list-sessions.ts';
import { listSigningKeys } from '../usecases/keys/list-signing-keys.ts';
import { logIn } from '../usecases/sessions/log-in.ts';
import { logOut } from '../usecases/sessions/log-out.ts';
import { refreshSession } from '../usecases/sessions/refresh-session.ts';
import { requestEmailVerification } from '../usecases/users/request-email-verification.ts';
import { requestPasswordReset } from '../usecases/sessions/request-password-reset.ts';
import { resetPassword } from '../usecases/sessions/reset-password.ts';
import { signUpSeller } from '../usecases/sessions/sign-up-seller.ts';
import { signUp } from '../usecases/sessions/sign-up.ts';
import { verifyEmail } from '../usecases/users/verify-email.ts';
import { validatePasswordReset } from '../usecases/sessions/validate-password-reset.ts';

export const auth: Handlers<typeof AuthServiceService, Context> = {
  signUp: command(signUp, (loggedIn) => loggedIn),

  signUpSeller: command(signUpSeller, (loggedIn) => loggedIn),

  logIn,

  refreshSession: command(refreshSession, (tokens) => {
    if (!tokens) throw sessionEnded();
    return { tokens };
  }),

  logOut: command(logOut, () => ({})),

  listSessions,

  endSession: command(endSession, () => ({})),

  changePassword: command(changePassword, () => ({})),

  confirmPixKeyChange: command(confirmPixKeyChange, () => ({})),

  requestPasswordReset: command(requestPasswordReset, () => ({})),

  async validatePasswordReset(context, request) {
    const offer = await validatePasswordReset(context, request);
    return { valid: offer !== null, expiresAt: offer?.expiresAt };
  },

  resetPassword: command(resetPassword, () => ({})),

  requestEmailVerification: command(requestEmailVerification, () => ({})),

  verifyEmail: command(verifyEmail, () => ({})),

  async listCallers(context, { sessionIds }) {
    const callers = await listCallers(context, sessionIds);
    return { callers: callers.map(callerMessage) };
  },

  async listCurrentUsers(context, { userIds }) {
    const users = await listCurrentUsers(context, userIds);
    return { users: users.map(currentUserMessage) };
  },

  listSigningKeys: async (context) => ({ keys: await listSigningKeys(context) }),
};
