import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Session } from '../domain/session.ts';

const SessionSchema = defineEntity({
  name: 'SessionRow',
  tableName: 'session',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    createdAt: p.datetime(),
    /** When its newest refresh token expires. */
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
});

export class SessionRow extends SessionSchema.class {}
SessionSchema.setClass(SessionRow);

null as unknown as SessionRow satisfies Session;
