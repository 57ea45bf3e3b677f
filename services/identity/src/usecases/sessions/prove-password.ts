import { isUuid } from '@estampa/kernel/ids';
import { someone } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { type Credentials, users } from '../../db/user-repository.ts';
import { wrongPassword } from '../../domain/rejections.ts';
import { limitRate } from './limit-rate.ts';

/** The caller's own account, whose password this is; else `wrong_password`. `check` rejects before anything is counted. */
export async function provePassword(
  context: Context,
  password: string,
  check: (found: Credentials) => void = () => undefined,
): Promise<Credentials & { userId: string; sessionId: string | null }> {
  const { em, passwords, call } = context;
  const { userId, sessionId } = someone(context.caller);
  const found = isUuid(userId) ? await users.findCredentials(em, userId) : undefined;
  if (found) {
    check(found);
    // A stolen session could be used to try passwords; the limit does not lock the owner out of the account.
    await limitRate(context, { limit: 'passwordOfSession', of: sessionId ?? userId });
  }
  if (!(await passwords.matches(found?.passwordHash ?? null, password, call.signal)) || !found) throw wrongPassword();
  return { ...found, userId, sessionId };
}
