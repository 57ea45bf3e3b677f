import type { AuthServiceService } from '@estampa/contracts/identity/v1/identity';
import { command } from '@estampa/kit/command';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { sessionEnded } from '../domain/refusals.ts';
import { callerMessage } from '../messages/caller.ts';
import { getCaller } from '../usecases/get-caller.ts';
import { logIn } from '../usecases/log-in.ts';
import { logOut } from '../usecases/log-out.ts';
import { refreshSession } from '../usecases/refresh-session.ts';
import { signUpSeller } from '../usecases/sign-up-seller.ts';
import { signUp } from '../usecases/sign-up.ts';

export const auth: Handlers<typeof AuthServiceService, Context> = {
  signUp: command(signUp, (tokens) => ({ tokens })),

  signUpSeller: command(signUpSeller, (tokens) => ({ tokens })),

  logIn: command(logIn, (tokens) => ({ tokens })),

  refreshSession: command(refreshSession, (tokens) => {
    if (!tokens) throw sessionEnded();
    return { tokens };
  }),

  logOut: command(logOut, () => ({})),

  getCaller: async (context, { sessionId }) => callerMessage(await getCaller(context, sessionId)),

  async listSigningKeys({ accessTokens }) {
    return { keys: accessTokens.publicKeys };
  },
};
