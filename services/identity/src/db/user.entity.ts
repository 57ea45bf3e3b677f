import type { DocumentType } from '@estampa/kernel/document';
import { defineEntity, p } from '@mikro-orm/postgresql';
import type { UserRole, UserStatus } from '../domain/account.ts';
import type { Document } from '../domain/document.ts';

const UserSchema = defineEntity({
  name: 'UserRow',
  tableName: 'user_account',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    /** When its owner showed that they read what is sent there; whatever changes the address clears it. */
    emailVerifiedAt: p.datetime().nullable(),
    name: p.text(),
    status: p.text().$type<UserStatus>(),
    roles: p.array<UserRole>(),
    /** Null until the person chooses a password. */
    passwordHash: p.text().nullable().hidden(),
    /** Devices that were introduced before are not known any more; null: all are. */
    devicesKnownFrom: p.datetime().nullable().hidden(),
    documentType: p.text().$type<DocumentType>().nullable(),
    documentNumber: p.text().nullable(),
    whatsapp: p.text().nullable(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export class UserRow extends UserSchema.class {}
UserSchema.setClass(UserRow);

null as unknown as UserRow satisfies Document;
