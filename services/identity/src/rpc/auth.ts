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
  async signUp(ctx, request) {
    return { tokens: await signUp(ctx, request) };
  },

  async signUpSeller(ctx, request) {
    return { tokens: await signUpSeller(ctx, request) };
  },

  async logIn(ctx, request) {
    return { tokens: await logIn(ctx, request) };
  },

  async refreshSession(ctx, request) {
    return { tokens: await refreshSession(ctx, request) };
  },

  async logOut(ctx, request) {
    await logOut(ctx, request);
    return {};
  },

  getCaller: async (ctx, { sessionId }) => callerMessage(await getCaller(ctx, sessionId)),

  async listSigningKeys({ accessTokens }) {
    return { keys: [accessTokens.publicKey] };
  },
};
