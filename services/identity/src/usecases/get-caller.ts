import type { GetCallerResponse } from '@estampa/contracts/identity/v1/identity';
import { isUuid } from '@estampa/kernel/ids';
import type { Context } from '../context.ts';
import type { UserRole, UserStatus } from '../domain/account.ts';

type CallerRow = {
  user_id: string;
  status: UserStatus;
  roles: UserRole[];
  seller_profile_id: string | null;
  session_active: boolean;
};

const NOBODY: GetCallerResponse = { userId: '', status: '', roles: [], sessionActive: false };

/** Who is behind a session at this moment, in one query. */
export async function getCaller({ em, now }: Context, sessionId: string): Promise<GetCallerResponse> {
  if (!isUuid(sessionId)) return NOBODY;
  const [row] = await em.execute<CallerRow[]>(CALLER_OF_SESSION, [now(), sessionId]);
  if (!row) return NOBODY;
  return {
    userId: row.user_id,
    status: row.status,
    roles: row.roles,
    sellerProfileId: row.seller_profile_id ?? undefined,
    sessionActive: row.session_active,
  };
}

const CALLER_OF_SESSION = `
  select u.id as user_id, u.status, u.roles, p.id as seller_profile_id,
         s.revoked_at is null and s.expires_at > ? as session_active
  from sessions s
  join users u on u.id = s.user_id
  left join seller_profiles p on p.user_id = u.id and p.active
  where s.id = ?`;
