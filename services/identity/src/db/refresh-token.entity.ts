import { defineEntity, p } from '@mikro-orm/postgresql';
import type { RefreshToken } from '../domain/session.ts';

const RefreshTokenSchema = defineEntity({
  name: 'RefreshTokenRow',
  tableName: 'refresh_token',
  properties: {
    tokenHash: p.text().primary(),
    sessionId: p.uuid(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
    /** What was given for it, sealed under it. */
    successor: p.text().nullable(),
  },
});

export class RefreshTokenRow extends RefreshTokenSchema.class {}
RefreshTokenSchema.setClass(RefreshTokenRow);

null as unknown as RefreshTokenRow satisfies RefreshToken;
