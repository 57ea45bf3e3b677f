import type { AuthServiceService } from '@estampa/contracts/identity/v1/identity';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { callerMessage } from '../messages/caller.ts';
import { getCaller } from '../usecases/get-caller.ts';
import { logIn } from '../usecases/log-in.ts';
import { logOut } from '../usecases/log-out.ts';
import { refreshSession } from '../usecases/refresh-session.ts';
import { signUpSeller } from '../usecases/sign-up-seller.ts';
import { signUp } from '../usecases/sign-up.ts';

export const auth: Handlers<typeof AuthServiceService, Context> = {
  async signUp(context, request) {
    return { tokens: await signUp(context, request) };
  },

  async signUpSeller(context, request) {
    return { tokens: await signUpSeller(context, request) };
  },

  async logIn(context, request) {
    return { tokens: await logIn(context, request) };
  },

  async refreshSession(context, request) {
    return { tokens: await refreshSession(context, request) };
  },

  async logOut(context, request) {
    await logOut(context, request);
    return {};
  },

  getCaller: async (context, { sessionId }) => callerMessage(await getCaller(context, sessionId)),

  async listSigningKeys({ accessTokens }) {
    return { keys: [accessTokens.publicKey] };
  },
};
